import { ERROR_CLASSES } from '@scheduler/contracts';
import type { DeadLetterEntry } from '@scheduler/core';
import { z } from 'zod';
import { anyJson, isoOf, jsonObject, time } from '../fields/json-fields.js';
import { idParams, instant, nameText, pageFields } from '../fields/query-fields.js';
import { snaked } from '../fields/snake-case.js';
import { executionSchema, executionView } from '../views/execution-view.js';
import { handlerOf, HANDLER_TYPES } from '../views/job-view.js';
import { answer, DONE } from './answers.js';
import { route, type Route } from '../declare/route.js';
import { given } from './seed-job-fields.js';
import { ownOf } from './tenant-of.js';

const deadLetterSchema = z
  .strictObject({
    id: z.string(),
    job_id: z.string().nullable(),
    job_name: z.string().nullable(),
    handler_name: z.string(),
    handler_type: z.enum(HANDLER_TYPES),
    queue: z.string(),
    platform_id: z.string().nullable(),
    payload: anyJson,
    error: z.string().nullable(),
    error_class: z.string().nullable(),
    attempts: z.int(),
    first_failed_at: time,
    last_failed_at: time,
    metadata: jsonObject,
  })
  .meta({ id: 'DeadLetter' });

function view(letter: DeadLetterEntry): z.infer<typeof deadLetterSchema> {
  return {
    id: letter.id,
    job_id: letter.jobId,
    job_name: letter.jobName,
    ...handlerOf(letter.type, letter.payload),
    queue: letter.queue,
    platform_id: letter.tenant,
    error: letter.error?.message ?? null,
    error_class: letter.errorClass,
    attempts: letter.attempts,
    first_failed_at: isoOf(letter.firstFailedAt),
    last_failed_at: isoOf(letter.lastFailedAt),
    metadata: letter.metadata,
  };
}

const filter = {
  queue: nameText.optional(),
  handler_name: nameText.optional(),
  error_class: z.enum(ERROR_CLASSES).optional(),
};

/** The filter as the scheduler has it. */
function filterOf({ queue, handler_name, error_class }: z.output<z.ZodObject<typeof filter>>) {
  return given({ queue, type: handler_name, errorClass: error_class });
}

const shared = { tag: 'Dead letters' } as const;
const reads = { ...shared, method: 'GET', permission: 'dead_letters:read' } as const;
const writes = { ...shared, method: 'POST', permission: 'dead_letters:write' } as const;
const countSchema = z.strictObject({ count: z.int() });

export const DEAD_LETTER_ROUTES: readonly Route[] = [
  route({
    ...reads,
    path: '/dead-letters',
    operation: 'deadLetters.list',
    summary: 'Executions that failed for good and wait for a person, the latest first.',
    query: z.strictObject({ ...filter, ...pageFields(50) }),
    answers: {
      200: answer('A page.', z.strictObject({ items: z.array(deadLetterSchema), total: z.int() })),
    },
    handle: async ({ query, node, principal }) => {
      const { limit, offset } = query;
      const { items, total } = await ownOf(node.deadLetters, principal).list({
        ...filterOf(query),
        limit,
        offset,
      });
      return { status: 200, body: { items: items.map(view), total } };
    },
  }),
  route({
    ...reads,
    path: '/dead-letters/stats',
    operation: 'deadLetters.stats',
    summary: 'How many dead letters there are, by queue and by class of their errors.',
    answers: { 200: answer('The counts.', z.looseObject({ total: z.int() })) },
    handle: async ({ node, principal }) => ({
      status: 200,
      body: snaked(await ownOf(node.deadLetters, principal).stats()),
    }),
  }),
  route({
    ...reads,
    path: '/dead-letters/:id',
    operation: 'deadLetters.get',
    summary: 'A dead letter by the id of its execution.',
    params: idParams,
    answers: { 200: answer('The dead letter.', deadLetterSchema) },
    handle: async ({ params, node, principal }) => ({
      status: 200,
      body: view(await ownOf(node.deadLetters, principal).get(params.id)),
    }),
  }),
  route({
    ...writes,
    path: '/dead-letters/:id/retry',
    operation: 'deadLetters.retry',
    summary: 'Runs a dead letter again, once however often it is asked.',
    params: idParams,
    answers: {
      200: answer(
        'What became of it.',
        z.strictObject({ state: z.enum(['retried', 'not_dead']), execution: executionSchema.nullable() }),
      ),
    },
    handle: async ({ params, node, principal }) => {
      const result = await ownOf(node.deadLetters, principal).retry(params.id);
      const execution = result.state === 'retried' ? executionView(result.execution) : null;
      return {
        status: 200,
        body: { state: result.state, execution },
        audit: { object: { kind: 'dead_letter', id: params.id }, after: execution },
      };
    },
  }),
  route({
    ...writes,
    path: '/dead-letters/retry-all',
    operation: 'deadLetters.retryAll',
    summary: 'Runs matching dead letters again, the oldest first.',
    body: z.strictObject({ ...filter, limit: z.int().min(1).max(10_000).default(1_000) }),
    bodyRequired: false,
    answers: { 200: answer('How many were retried.', countSchema) },
    handle: async ({ body, node, principal }) => {
      const count = await ownOf(node.deadLetters, principal).retryAll({
        ...filterOf(body),
        limit: body.limit,
      });
      return { status: 200, body: { count }, audit: { after: { count } } };
    },
  }),
  route({
    ...writes,
    path: '/dead-letters/prune',
    operation: 'deadLetters.prune',
    summary: 'Deletes the dead letters that failed before an instant.',
    body: z.strictObject({ before: instant }),
    answers: { 200: answer('How many were deleted.', countSchema) },
    handle: async ({ body, node, principal }) => {
      const count = await ownOf(node.deadLetters, principal).prune({ before: body.before });
      return { status: 200, body: { count }, audit: { after: { count } } };
    },
  }),
  route({
    ...writes,
    method: 'DELETE',
    path: '/dead-letters/:id',
    operation: 'deadLetters.delete',
    summary: 'Deletes a dead letter; its execution stays in the history.',
    params: idParams,
    answers: { 204: DONE },
    handle: async ({ params, node, principal }) => {
      const letters = ownOf(node.deadLetters, principal);
      const before = view(await letters.get(params.id));
      await letters.delete(params.id);
      return { status: 204, audit: { object: { kind: 'dead_letter', id: params.id }, before } };
    },
  }),
];
