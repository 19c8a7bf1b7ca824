import type {
  DurationInput,
  EnqueueRequest,
  JsonObject,
  PriorityInput,
  ScheduleDefinition,
} from '@scheduler/contracts';

/** The options of a job besides its name, its trigger and its handler. */
export interface SentenceOptions extends Omit<
  ScheduleDefinition,
  'type' | 'name' | 'trigger' | 'id' | 'enabled'
> {
  /** The job does not run before this time has passed since it was stored first. Excludes `startAt`. */
  readonly delay?: DurationInput;
}

/** The options of enqueued work besides its type. */
export type EnqueueOptions = Omit<EnqueueRequest, 'type'>;

/**
 * Options as functions. Each returns an object of options, so that it can be used wherever options are taken, mixed with objects, and
 * spread into a definition. Of two that set the same option, the later one wins.
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

/** The timeout of one attempt. */
export function withTimeout(timeout: DurationInput) {
  return { timeout };
}

/** The number of attempts after the first. */
export function withMaxRetries(maxRetries: number) {
  return { maxRetries };
}

export function withPayload<TPayload>(payload: TPayload) {
  return { payload };
}

export function withMetadata(metadata: JsonObject) {
  return { metadata };
}

/** Enqueued work waits for this time; a job does not run before it has passed since the job was stored first. */
export function withDelay(delay: DurationInput) {
  return { delay };
}

/** Enqueued work only: while other work with this key waits or runs, it is refused. A job is unique by its name. */
export function withUniqueKey(uniqueKey: string) {
  return { uniqueKey };
}

/** Merges options; later ones win. */
export function mergeOptions<TOptions extends object>(options: readonly TOptions[]): TOptions {
  return Object.assign({}, ...options) as TOptions;
}
