import type { DurationInput } from '../duration.js';
import { ScheduleInvalid } from '../errors/errors.js';
import type { JobContext } from '../job-context.js';
import { defineHandler, type HandledJob, type JobHandler } from '../job-handler.js';
import type { Failed, Succeeded } from '../job-result.js';
import type { JsonValue } from '../json.js';
import { runBatch } from './run-batch.js';

type Maybe<T> = Promise<T> | T;

/** What `fetchItems` brings. `total`, where it is known, is how many items there are in all. */
export type FetchedItems<TItem, TCursor extends JsonValue> =
  | {
      readonly kind: 'more';
      readonly items: readonly TItem[];
      readonly cursor: TCursor;
      readonly total: number | null;
    }
  | { readonly kind: 'done'; readonly items: readonly TItem[]; readonly total: number | null };

export interface FetchOptions<TPayload> {
  /** Bring so many at most. */
  readonly limit: number;
  readonly job: HandledJob<TPayload>;
  readonly context: JobContext;
}

export interface ItemOptions<TPayload> {
  /** Of this item, from 1. */
  readonly attempt: number;
  readonly job: HandledJob<TPayload>;
  readonly context: JobContext;
}

/** What a failed item means: `continue` counts it and goes on, `stop` fails the batch, `retry` tries it 3 more times and goes on. */
export type BatchErrorPolicy = 'continue' | 'stop' | 'retry';

export interface BatchDefinition<TItem, TCursor extends JsonValue, TPayload> {
  readonly type: string | readonly string[];
  /** The items after the cursor; null: from the beginning. A crash goes on at the last cursor, so some items may come again. */
  fetchItems(cursor: TCursor | null, options: FetchOptions<TPayload>): Maybe<FetchedItems<TItem, TCursor>>;
  /** Nothing or a success: done. A failure: tried up to 3 more times unless it says `retry: false`. A throw: by `onError`. */
  processItem(item: TItem, options: ItemOptions<TPayload>): Maybe<Succeeded | Failed | void>;
  /** How many items are fetched at once. Default 100. */
  readonly batchSize?: number;
  /** How many items are processed at once. Default 5. */
  readonly concurrency?: number;
  /** Default `continue`. */
  readonly onError?: BatchErrorPolicy;
  /** Ends after so many. Default: no limit. */
  readonly maxItems?: number;
  readonly validate?: (payload: unknown, work?: Pick<HandledJob, 'metadata'>) => void;
  readonly backoff?: (retry: number) => DurationInput | null;
}

/** Builds what `fetchItems` answers. */
export const fetched = Object.freeze({
  more: <TItem, TCursor extends JsonValue>(
    items: readonly TItem[],
    cursor: TCursor,
    total: number | null = null,
  ): FetchedItems<TItem, TCursor> => ({ kind: 'more', items, cursor, total }),
  done: <TItem>(items: readonly TItem[], total: number | null = null): FetchedItems<TItem, never> => ({
    kind: 'done',
    items,
    total,
  }),
});

/**
 * A handler for many items: they are fetched in portions and processed a few at a time, progress can be seen while it runs, and an
 * attempt after a crash goes on where the last one had come to. Its output is a BatchResult.
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
