import { ERROR_CLASSES, type EnqueueRequest } from '@scheduler/contracts';
import { searchExecutions } from '@scheduler/core';
import { z } from 'zod';
import { inputNameOf, renamed, runFields } from '../fields/job-input.js';
import { payloadMatch, refuseHiddenSearch } from '../fields/payload-match.js';
import {
  commaList,
  flagText,
  idParams,
  instant,
  LARGEST_PAGE,
  nameText,
  wholeNumber,
} from '../fields/query-fields.js';
import {
  EXECUTION_STATUSES,
  executionSchema,
  executionView,
  logSchema,
  logView,
} from '../views/execution-view.js';
import { dataChoice, listedExecutions } from '../views/listed-views.js';
import { answer } from './answers.js';
import { readCursor, writeCursor } from '../paging/execution-cursor.js';
import { workFields } from './jobs.js';
import { reasonBody } from './pause-and-resume.js';
import { route, type Route } from '../declare/route.js';
import { given, usedBy, workOf } from './seed-job-fields.js';
import { schedulerOf, tenantField, tenantOf } from './tenant-of.js';

const shared = { tag: 'Executions' } as const;
const PAGE = 50;

const executionFilter = {
  job: nameText.optional(),
  status: commaList(z.enum(EXECUTION_STATUSES)).optional(),
  handler_name: commaList(nameText).optional(),
  queue: commaList(nameText).optional(),
  error_class: commaList(z.enum(ERROR_CLASSES)).optional(),
  since: instant.optional(),
  until: instant.optional(),
  dead_letter: flagText.optional(),
  payload: payloadMatch.optional(),
  platform_id: tenantField.optional(),
};

type Filter = z.output<z.ZodObject<typeof executionFilter>>;

function searchOf(filter: Filter) {
  const { status, handler_name, queue, error_class, dead_letter, job, since, until, payload } = filter;
  return given({
    job,
    statuses: status,
    types: handler_name,
    queues: queue,
    errorClasses: error_class,
    since,
    until,
    deadLettered: dead_letter,
    payload,
  });
}

export const EXECUTION_ROUTES: readonly Route[] = [
  route({
    ...shared,
    method: 'GET',
    path: '/executions',
    permission: 'executions:read',
    operation: 'executions.list',
    summary: 'Executions of all jobs and of enqueued work, the latest first, page by page with a cursor.',
    query: z.strictObject({
      ...executionFilter,
      data: dataChoice,
      limit: wholeNumber(1, LARGEST_PAGE).default(PAGE),
      cursor: z.string().max(1_000).optional(),
    }),
    answers: {
      200: answer(
        'A page, and where the next one begins. A search by payload may give fewer than the limit with a next cursor.',
        z.strictObject({ items: z.array(executionSchema), next_cursor: z.string().nullable() }),
      ),
    },
    handle: async (call) => {
      const { limit, cursor, data, ...filter } = call.query;
      refuseHiddenSearch(call, filter.payload);
      const { items, next } = await searchExecutions(schedulerOf(call, filter.platform_id), {
        ...searchOf(filter),
        limit,
        ...(cursor === undefined ? {} : { after: readCursor(cursor) }),
      });
      const rows = listedExecutions(items, data);
      return { status: 200, body: { items: rows, next_cursor: next === null ? null : writeCursor(next) } };
    },
  }),
  route({
    ...shared,
    method: 'POST',
    path: '/executions',
    permission: 'jobs:run',
    operation: 'executions.enqueue',
    summary: 'Puts work into a queue, without a job.',
    nameOf: inputNameOf,
    body: z.strictObject({
      ...workFields,
      ...runFields,
      target_id: z.string().optional(),
      concurrency_key: z.string().optional(),
      unique_key: z.string().optional(),
      run_at: instant.optional(),
      delay_ms: z.int().min(0).optional(),
    }),
    answers: { 201: answer('The execution.', executionSchema) },
    handle: async (call) => {
      const { handler_name, handler_type, platform_id, payload, ...fields } = call.body;
      const tenant = tenantOf(call.principal, platform_id);
      const work = workOf({ handler_name, handler_type, payload });
      await call.services.checkType(call.principal, usedBy(work));
      const request = { ...renamed(fields), ...work, ...(tenant === null ? {} : { tenant }) };
      const body = executionView(await call.scheduler.enqueue(request as EnqueueRequest));
      return { status: 201, body, audit: { object: { kind: 'execution', id: body.id }, after: body } };
    },
  }),
  route({
    ...shared,
    method: 'GET',
    path: '/executions/:id/logs',
    permission: 'executions:read',
    operation: 'executions.logs',
    summary: 'The log lines of all attempts, the oldest first.',
    params: idParams,
    answers: { 200: answer('The lines.', z.array(logSchema)) },
    handle: async ({ params, scheduler }) => ({
      status: 200,
      body: (await scheduler.executionLogs(params.id)).map(logView),
    }),
  }),
  route({
    ...shared,
    method: 'POST',
    path: '/executions/:id/cancel',
    permission: 'executions:cancel',
    operation: 'executions.cancel',
    summary: 'Cancels an execution that waits, or asks one that runs to stop.',
    params: idParams,
    body: reasonBody,
    bodyRequired: false,
    answers: {
      200: answer(
        'What became of it.',
        z.strictObject({ state: z.enum(['cancelled', 'stopping', 'ended']), execution: executionSchema }),
      ),
    },
    handle: async ({ params, body: { reason }, scheduler }) => {
      const { state, execution } = await scheduler.cancelExecution(params.id, reason);
      return {
        status: 200,
        body: { state, execution: executionView(execution) },
        audit: { object: { kind: 'execution', id: params.id }, reason },
      };
    },
  }),
];
