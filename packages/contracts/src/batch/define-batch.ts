import { ScheduleInvalid } from '../errors/errors.js';
import { accepting, anything, type Check, fields, isFunction, oneOf, optional } from '../input/check.js';
import { checkInput } from '../input/check-input.js';
import { defineHandler, type JobHandler } from '../handlers/job-handler.js';
import type { JsonValue } from '../values/json.js';
import type { BatchDefinition } from './batch-definition.js';
import { runBatch } from './run-batch.js';

const count: Check = accepting(
  (value) => Number.isSafeInteger(value) && (value as number) >= 1,
  'is not a count',
  'a whole number from 1',
);

const BATCH: Check = fields(
  {
    type: anything,
    fetchItems: isFunction(
      'a function (cursor, { limit, job, context }) => fetched.more(…) or fetched.done(…)',
    ),
    processItem: isFunction('a function (item, { attempt, job, context }) => …'),
    batchSize: optional(count),
    concurrency: optional(count),
    onError: optional(oneOf('continue', 'stop', 'retry')),
    maxItems: optional(count),
    validate: anything,
    backoff: anything,
  } satisfies Record<keyof BatchDefinition<unknown, JsonValue, unknown>, Check>,
  '{ type, fetchItems, processItem }',
);

/**
 * Defines a handler for many items, which are fetched in pages and processed a few at a time. Its progress is visible while it runs, and
 * an attempt after a crash resumes at the last cursor. Its output is a BatchResult.
 *
 * @example
 * const reindex = defineBatch({
 *   type: 'reindex',
 *   fetchItems: async (cursor: number | null, { limit }) => {
 *     const pages = await pagesAfter(cursor ?? 0, limit);
 *     const last = pages.at(-1);
 *     return last === undefined ? fetched.done(pages) : fetched.more(pages, last.id);
 *   },
 *   processItem: (page) => index(page),
 * });
 */
export function defineBatch<TItem, TCursor extends JsonValue = JsonValue, TPayload = unknown>(
  definition: BatchDefinition<TItem, TCursor, TPayload>,
): JobHandler<TPayload> {
  checkInput({ value: definition, check: BATCH, field: 'batch', error: ScheduleInvalid });
  const { batchSize = 100, concurrency = 5, maxItems = null, onError = 'continue' } = definition;
  const terms = { batchSize, concurrency, maxItems, onError };
  const { type, validate, backoff } = definition;
  const handler = defineHandler<TPayload>({
    type,
    ...(validate === undefined ? {} : { validate }),
    ...(backoff === undefined ? {} : { backoff }),
    handle: (job, context) => runBatch({ ...terms, definition, job, context }),
  });
  return { ...handler, batch: { batchSize, concurrency } };
}
