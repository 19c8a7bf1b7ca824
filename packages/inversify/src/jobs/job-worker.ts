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

/** What a worker class may be told of its own executions. Nobody waits for it, and what it throws is logged. */
export interface WorkerCallbacks {
  /** An execution was put into its queue for the first time. */
  onEnqueue?(told: { readonly execution: Execution }): Maybe<void>;
  /** An attempt begins. */
  onStart?(told: { readonly execution: Execution }): Maybe<void>;
  /** The execution has succeeded. */
  onSuccess?(told: AttemptEndNotice): Maybe<void>;
  /** An attempt has failed, whether or not there is another one. */
  onFailure?(told: AttemptEndNotice): Maybe<void>;
  /** An attempt has failed, and the execution waits for the next one. */
  onRetry?(told: RetryNotice): Maybe<void>;
  /** The execution has become a dead letter. */
  onDead?(told: DeadLetterNotice): Maybe<void>;
  /** An attempt has ended, however. */
  onComplete?(told: AttemptEndNotice): Maybe<void>;
}

/** What all worker classes have. */
export interface Scheduled extends WorkerCallbacks {
  /** When it runs, and how: one schedule or several, each with a name then. Without it the worker runs what is enqueued. */
  schedule?(): DecoratedScheduleOptions | readonly DecoratedScheduleOptions[];
  /** The delay before retry n (1-based), instead of the policy's backoff. Null: the policy decides. */
  backoff?(attempt: number): DurationInput | null;
  /** Throws for a payload that it could not work with. */
  validate?(payload: unknown): void;
}

/** A job as a class of its own, made known by `@job`. */
export interface JobWorker<TPayload = unknown> extends Scheduled {
  perform(context: JobContext, job: HandledJob<TPayload>): Maybe<HandlerAnswer>;
}

export type BatchOptions = Pick<
  BatchDefinition<unknown, JsonValue, unknown>,
  'batchSize' | 'concurrency' | 'onError' | 'maxItems'
>;

/** A job for many items as a class of its own, made known by `@job`. */
export interface BatchWorker<
  TItem = unknown,
  TCursor extends JsonValue = JsonValue,
  TPayload = unknown,
> extends Scheduled {
  /** The items after the cursor; null: from the beginning. */
  fetchItems(cursor: TCursor | null, options: FetchOptions<TPayload>): Maybe<FetchedItems<TItem, TCursor>>;
  processItem(
    item: TItem,
    options: ItemOptions<TPayload>,
  ): ReturnType<BatchDefinition<TItem, TCursor, TPayload>['processItem']>;
  /** Default: 100 fetched and 5 processed at once, going on after errors, without end. */
  batchOptions?(): BatchOptions;
}
