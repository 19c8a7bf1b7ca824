import type { JsonValue, RetryChanges, Scheduler } from '@scheduler/contracts';
import { z } from 'zod';
import { anyJson } from '../fields/json-fields.js';
import { idParams } from '../fields/query-fields.js';
import { executionSchema, executionView, shortExecution } from '../views/execution-view.js';
import { handlerOf } from '../views/job-view.js';
import { shortChoice } from '../views/shortened.js';
import { answer } from './answers.js';
import { route, type Route } from '../declare/route.js';
import { workOf } from './seed-job-fields.js';

/** What an agent or a workflow is given is shown as the payload, and is part of what is stored. */
async function changesOf(
  scheduler: Scheduler,
  id: string,
  payload: JsonValue | undefined,
): Promise<RetryChanges> {
  if (payload === undefined) return {};
  const original = await scheduler.getExecution(id);
  const { handler_name, handler_type } = handlerOf(original.type, original.payload);
  return { payload: workOf({ handler_name, handler_type, payload }).payload };
}

const shared = { tag: 'Executions', params: idParams, conflict: 400 } as const;

export const SEED_EXECUTION_ROUTES: readonly Route[] = [
  route({
    ...shared,
    method: 'GET',
    path: '/executions/:id',
    permission: 'executions:read',
    operation: 'executions.get',
    summary: 'An execution by its id.',
    query: shortChoice,
    answers: { 200: answer('The execution.', executionSchema) },
    handle: async ({ params, query, scheduler }) => ({
      status: 200,
      body: executionView(await scheduler.getExecution(params.id)),
      ...(query.data === 'short' ? { shorten: shortExecution } : {}),
    }),
  }),
  route({
    ...shared,
    method: 'POST',
    path: '/executions/:id/retry',
    permission: 'executions:retry',
    operation: 'executions.retry',
    summary:
      'Runs an execution that failed or timed out again, once, as a new execution; with another payload if one is given.',
    nameOf: (field) => field.replace(/^changes\./, ''),
    body: z.strictObject({ payload: anyJson.optional() }),
    bodyRequired: false,
    answers: { 201: answer('The new execution.', executionSchema) },
    handle: async ({ params, body, scheduler }) => {
      const execution = executionView(
        await scheduler.retryExecution(params.id, await changesOf(scheduler, params.id, body.payload)),
      );
      return {
        status: 201,
        body: execution,
        audit: { object: { kind: 'execution', id: params.id }, after: execution },
      };
    },
  }),
];
