import { ScheduleInvalid } from '../errors/errors.js';
import { defineHandler, type JobHandler } from '../handlers/job-handler.js';
import type { JsonValue } from '../values/json.js';
import type { BatchDefinition } from './batch-definition.js';
import { runBatch } from './run-batch.js';

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
  const { batchSize = 100, concurrency = 5, maxItems = null, onError = 'continue' } = definition;
  checkCounts({ batchSize, concurrency, ...(maxItems === null ? {} : { maxItems }) });
  const terms = { batchSize, concurrency, maxItems, onError };
  const handler = defineHandler<TPayload>({
    ...definition,
    handle: (job, context) => runBatch({ ...terms, definition, job, context }),
  });
  return { ...handler, batch: { batchSize, concurrency } };
}

function checkCounts(counts: Readonly<Record<string, number>>): void {
  for (const [field, value] of Object.entries(counts)) {
    if (Number.isInteger(value) && value >= 1) continue;
    throw new ScheduleInvalid({ field, value, problem: 'is not a count', accepted: 'a whole number from 1' });
  }
}
