import { idParams } from '../fields/query-fields.js';
import { executionSchema, executionView } from '../views/execution-view.js';
import { answer } from './answers.js';
import { route, type Route } from '../declare/route.js';

const shared = { tag: 'Executions', params: idParams, conflict: 400 } as const;

export const SEED_EXECUTION_ROUTES: readonly Route[] = [
  route({
    ...shared,
    method: 'GET',
    path: '/executions/:id',
    permission: 'executions:read',
    operation: 'executions.get',
    summary: 'An execution by its id.',
    answers: { 200: answer('The execution.', executionSchema) },
    handle: async ({ params, scheduler }) => ({
      status: 200,
      body: executionView(await scheduler.getExecution(params.id)),
    }),
  }),
  route({
    ...shared,
    method: 'POST',
    path: '/executions/:id/retry',
    permission: 'executions:retry',
    operation: 'executions.retry',
    summary: 'Runs an execution that failed or timed out again, once, as a new execution.',
    answers: { 201: answer('The new execution.', executionSchema) },
    handle: async ({ params, scheduler }) => {
      const execution = executionView(await scheduler.retryExecution(params.id));
      return {
        status: 201,
        body: execution,
        audit: { object: { kind: 'execution', id: params.id }, after: execution },
      };
    },
  }),
];
