import type {
  AttemptEndNotice,
  BatchDefinition,
  DeadLetterNotice,
  DurationInput,
  Execution,
  FetchedItems,
  FetchOptions,
  HandledJob,
  HandlerAnswer,
  ItemOptions,
  JobContext,
  JsonValue,
  RetryNotice,
} from '@scheduler/contracts';
import type { DecoratedScheduleOptions } from './schedule-options.js';

type Maybe<T> = Promise<T> | T;

/** Optional callbacks of a worker class about its own executions. They are not awaited, and their errors are logged. */
export interface WorkerCallbacks {
  /** An execution was put into its queue for the first time. */
  onEnqueue?(notice: { readonly execution: Execution }): Maybe<void>;
  /** An attempt begins. */
  onStart?(notice: { readonly execution: Execution }): Maybe<void>;
  /** The execution has succeeded. */
  onSuccess?(notice: AttemptEndNotice): Maybe<void>;
  /** An attempt has failed, whether or not there is another one. */
  onFailure?(notice: AttemptEndNotice): Maybe<void>;
  /** An attempt has failed, and the execution waits for the next one. */
  onRetry?(notice: RetryNotice): Maybe<void>;
  /** The execution has become a dead letter. */
  onDead?(notice: DeadLetterNotice): Maybe<void>;
  /** An attempt has ended, successfully or not. */
  onComplete?(notice: AttemptEndNotice): Maybe<void>;
}

/** The optional members of all worker classes. */
export interface Scheduled extends WorkerCallbacks {
  /** The schedule, or several, of which each needs a name. Without it the worker runs only enqueued work. */
  schedule?(): DecoratedScheduleOptions | readonly DecoratedScheduleOptions[];
  /** The delay before retry n (1-based), instead of the policy's backoff. Null: the policy decides. */
  backoff?(attempt: number): DurationInput | null;
  /** Throws for an invalid payload. */
  validate?(payload: unknown): void;
}

/** A class for one job, declared with `@job`. */
export interface JobWorker<TPayload = unknown> extends Scheduled {
  perform(context: JobContext, job: HandledJob<TPayload>): HandlerAnswer;
}

export type BatchOptions = Pick<
  BatchDefinition<unknown, JsonValue, unknown>,
  'batchSize' | 'concurrency' | 'onError' | 'maxItems'
>;

/** A class for one job that processes many items, declared with `@job`. */
export interface BatchWorker<
  TItem = unknown,
  TCursor extends JsonValue = JsonValue,
  TPayload = unknown,
> extends Scheduled {
  /** Returns the items after the cursor. Null: from the beginning. */
  fetchItems(cursor: TCursor | null, options: FetchOptions<TPayload>): Maybe<FetchedItems<TItem, TCursor>>;
  processItem(
    item: TItem,
    options: ItemOptions<TPayload>,
  ): ReturnType<BatchDefinition<TItem, TCursor, TPayload>['processItem']>;
  /** Default: fetches 100 items at once, processes 5 at once, continues after errors, no limit of items. */
  batchOptions?(): BatchOptions;
}
