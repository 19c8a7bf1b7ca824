import type { DurationInput } from '../values/duration.js';
import type { JobContext } from '../handlers/job-context.js';
import type { HandledJob } from '../handlers/job-handler.js';
import type { JsonValue } from '../values/json.js';

type Maybe<T> = Promise<T> | T;

/** What `fetchItems` returns. `total` is the number of all items. Null: not known. */
export type FetchedItems<TItem, TCursor extends JsonValue> =
  | {
      readonly kind: 'more';
      readonly items: readonly TItem[];
      readonly cursor: TCursor;
      readonly total: number | null;
    }
  | { readonly kind: 'done'; readonly items: readonly TItem[]; readonly total: number | null };

export interface FetchOptions<TPayload> {
  /** The most items to return. */
  readonly limit: number;
  readonly job: HandledJob<TPayload>;
  readonly context: JobContext;
}

export interface ItemOptions<TPayload> {
  /** The attempt of this item, from 1. */
  readonly attempt: number;
  readonly job: HandledJob<TPayload>;
  readonly context: JobContext;
}

/** What happens when an item throws: `continue` counts it and goes on, `stop` fails the batch, `retry` tries it 3 more times and goes on. */
export type BatchErrorPolicy = 'continue' | 'stop' | 'retry';

export interface BatchDefinition<TItem, TCursor extends JsonValue, TPayload> {
  readonly type: string | readonly string[];
  /**
   * Returns the items after the cursor. Null: from the beginning. After a crash the batch resumes at the last cursor, so that items may be
   * repeated.
   */
  fetchItems(cursor: TCursor | null, options: FetchOptions<TPayload>): Maybe<FetchedItems<TItem, TCursor>>;
  /**
   * Returns a failure, which is tried up to 3 more times unless it has `retry: false`, or anything else when the item is done: items have
   * no output. If it throws, `onError` decides.
   */
  processItem(item: TItem, options: ItemOptions<TPayload>): unknown;
  /** How many items are fetched at once. Default: 100. */
  readonly batchSize?: number;
  /** How many items are processed at once. Default: 5. */
  readonly concurrency?: number;
  /** Default: `continue`. */
  readonly onError?: BatchErrorPolicy;
  /** Ends the batch after this many items. Default: no limit. */
  readonly maxItems?: number;
  readonly validate?: (payload: unknown, work?: Pick<HandledJob, 'metadata'>) => void;
  readonly backoff?: (retry: number) => DurationInput | null;
}

/** Builds the return values of `fetchItems`. */
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
