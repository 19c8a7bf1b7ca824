import type {
  DurationInput,
  EnqueueRequest,
  JsonObject,
  PriorityInput,
  ScheduleDefinition,
} from '@scheduler/contracts';

/** What may be said about a job beside its name, its time and its handler. */
export interface SentenceOptions extends Omit<
  ScheduleDefinition,
  'type' | 'name' | 'trigger' | 'id' | 'enabled'
> {
  /** No run before so long after the job is stored first. Excludes `startAt`. */
  readonly delay?: DurationInput;
}

/** What may be said about enqueued work beside its type. */
export type EnqueueOptions = Omit<EnqueueRequest, 'type'>;

/**
 * Options as functions. Each gives the settings that it stands for, so that it can be used wherever options are taken, mixed with
 * objects, and spread into a definition. Of two that say something else, the later one holds.
 *
 * @example
 * await app.enqueue('send_mail', { to: 'ada@example.com' }, withQueue('mails'), withDelay('5m'));
 */
export function withQueue(queue: string) {
  return { queue };
}

export function withPriority(priority: PriorityInput) {
  return { priority };
}

/** Of one attempt. */
export function withTimeout(timeout: DurationInput) {
  return { timeout };
}

/** Attempts after the first. */
export function withMaxRetries(maxRetries: number) {
  return { maxRetries };
}

export function withPayload<TPayload>(payload: TPayload) {
  return { payload };
}

export function withMetadata(metadata: JsonObject) {
  return { metadata };
}

/** Enqueued work waits so long; a job has no run before so long after it is stored first. */
export function withDelay(delay: DurationInput) {
  return { delay };
}

/** Enqueued work only: while other work with this key waits or runs, it is refused. A job is unique by its name. */
export function withUniqueKey(uniqueKey: string) {
  return { uniqueKey };
}

/** All options as one; later ones hold. */
export function mergeOptions<TOptions extends object>(options: readonly TOptions[]): TOptions {
  return Object.assign({}, ...options) as TOptions;
}
