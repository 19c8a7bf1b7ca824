import { BatchFailed } from './batch-failed.js';
import type { JobContext } from '../handlers/job-context.js';
import type { HandledJob } from '../handlers/job-handler.js';
import { JobResult } from '../handlers/job-result.js';
import type { JsonValue } from '../values/json.js';
import type { BatchDefinition, BatchErrorPolicy, FetchedItems } from './batch-definition.js';
import type { BatchResult } from './batch-result.js';
import { BatchTally } from './batch-tally.js';
import { processItem } from './process-item.js';

export interface BatchCall<TItem, TCursor extends JsonValue, TPayload> {
  readonly definition: BatchDefinition<TItem, TCursor, TPayload>;
  readonly batchSize: number;
  readonly concurrency: number;
  /** The most items of the batch. Null: no limit. */
  readonly maxItems: number | null;
  readonly onError: BatchErrorPolicy;
  readonly job: HandledJob<TPayload>;
  readonly context: JobContext;
}

/**
 * Throws BatchFailed, with the result also in the checkpoint, where `progress` of the execution shows it. The job is then retried by its
 * policy, and resumes at the last cursor, or from the beginning if all items failed.
 */
export async function runBatch<TItem, TCursor extends JsonValue, TPayload>(
  call: BatchCall<TItem, TCursor, TPayload>,
): Promise<JobResult> {
  const { context } = call;
  const tally = BatchTally.from(context.lastCheckpoint);
  const wasStopped = await processAll(call, tally);
  const result = resultOf(tally, wasStopped, context.now().getTime() - context.startedAt.getTime());
  if (result.status !== 'failed') return JobResult.success(result);
  await context.checkpoint(wasStopped ? { ...tally.saved, result } : { result });
  throw new BatchFailed(result);
}

/** True: a failed item stopped the batch. */
async function processAll<TItem, TCursor extends JsonValue, TPayload>(
  call: BatchCall<TItem, TCursor, TPayload>,
  tally: BatchTally,
): Promise<boolean> {
  const { definition, batchSize, maxItems, job, context } = call;
  for (;;) {
    context.signal.throwIfAborted();
    const remaining = maxItems === null ? Number.POSITIVE_INFINITY : maxItems - tally.ended;
    if (remaining <= 0) return false;
    const limit = Math.min(batchSize, remaining);
    const page = await definition.fetchItems(tally.cursor as TCursor | null, { limit, job, context });
    tally.total = totalOf(page, tally.total, maxItems);
    if (await processPage(call, tally, page.items.slice(0, remaining))) return true;
    if (page.items.length > remaining) return false;
    if (page.kind === 'done') {
      tally.cursor = null;
      return false;
    }
    await moveCursor(tally, page, context);
  }
}

async function moveCursor(
  tally: BatchTally,
  page: Extract<FetchedItems<unknown, JsonValue>, { kind: 'more' }>,
  context: JobContext,
): Promise<void> {
  if (page.items.length === 0 && JSON.stringify(page.cursor) === JSON.stringify(tally.cursor))
    throw new Error(`fetchItems returned no items and stays at the cursor ${JSON.stringify(page.cursor)}`);
  tally.cursor = page.cursor;
  tally.saved = tally.toJson();
  await context.checkpoint(tally.saved);
}

/** Processes `concurrency` items at a time. True: a failed item stopped the batch. */
async function processPage<TItem, TCursor extends JsonValue, TPayload>(
  call: BatchCall<TItem, TCursor, TPayload>,
  tally: BatchTally,
  items: readonly TItem[],
): Promise<boolean> {
  const { definition, concurrency, onError, job, context } = call;
  const before = tally.ended;
  let next = 0;
  let isStopped = false;
  const work = async () => {
    while (next < items.length && !isStopped && !context.signal.aborted) {
      const index = next++;
      const item = items[index] as TItem;
      const end = await processItem(definition, { item, onError, options: { job, context } });
      // An item that was aborted has not failed; the next attempt processes it again.
      if (!end.ok && context.signal.aborted) return;
      if (end.ok) tally.processed += 1;
      else tally.fail(before + index + 1, end.error);
      if (!end.ok && onError === 'stop') isStopped = true;
      if (!end.ok) context.log.warn('an item failed', { ...tally.errors.at(-1) });
      context.progress(tally.ended, tally.total);
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, work));
  context.signal.throwIfAborted();
  return isStopped;
}

function totalOf(
  page: FetchedItems<unknown, JsonValue>,
  known: number | null,
  maxItems: number | null,
): number | null {
  const total = page.total ?? known;
  if (total === null || maxItems === null) return total ?? maxItems;
  return Math.min(total, maxItems);
}

function resultOf(tally: BatchTally, wasStopped: boolean, durationMs: number): BatchResult {
  const { processed, failed, errors, cursor } = tally;
  const status =
    wasStopped || (failed > 0 && processed === 0) ? 'failed' : failed > 0 ? 'partial' : 'completed';
  return { status, processed, failed, errors, cursor, durationMs };
}
