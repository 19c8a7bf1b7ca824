import type { DurationInput } from '../values/duration.js';
import { isJobType, JOB_TYPE_RULE, type JobType } from '../values/job-type.js';
import { ScheduleInvalid } from '../errors/errors.js';
import { anything, type Check, fields, isFunction, optional } from '../input/check.js';
import { checkInput } from '../input/check-input.js';
import type { JobContext } from './job-context.js';
import type { JsonObject } from '../values/json.js';

/** The work that a handler is called for, whether it is scheduled or enqueued. */
export interface HandledJob<TPayload = unknown> {
  /** Null for an enqueued item. */
  readonly id: string | null;
  /** Null for an enqueued item. */
  readonly name: string | null;
  readonly type: JobType;
  readonly targetId: string | null;
  readonly payload: TPayload;
  readonly tags: readonly string[];
  readonly metadata: JsonObject;
  readonly tenant: string | null;
}

/**
 * What a handler returns. A `JobResult` says how the attempt ended; nothing is a success without output; and any other value is the output
 * of a success. The output must be JSON: a value that is not fails the attempt without a retry, with an error that names its path.
 */
export type HandlerAnswer = unknown;

/**
 * Domain code for one or more job types, found by the tag `scheduler.handlers`. It is called at least once for each occurrence: make it
 * idempotent, or protect its effect with `context.fence` or `context.idempotencyKey`.
 */
export interface JobHandler<TPayload = unknown> {
  /** The supported types, if they can be listed. Used for messages, and to find duplicates at the start. */
  readonly types?: readonly string[];
  supports(type: JobType): boolean;
  handle(job: HandledJob<TPayload>, context: JobContext): HandlerAnswer;
  /**
   * Throws if the payload is invalid. Called when a job is scheduled, and again before each attempt. Before an attempt, an error that is
   * `recoverable` is retried, and any other fails the execution.
   */
  validate?(payload: unknown, work?: Pick<HandledJob, 'metadata'>): void;
  /** The delay before retry n (1-based), instead of the policy's backoff. Null: the policy decides. */
  backoff?(retry: number): DurationInput | null;
  /** The name of an event whose data is the output. It is triggered before the success is recorded. Default: no event. */
  readonly event?: string;
  /**
   * The handler that this one calls in place of itself for a type. Its `event` and `batch` count then, and its `backoff` unless the execution
   * names one. Null: it calls none.
   */
  delegatesTo?(type: JobType): JobHandler | null;
  /** Set by `defineBatch`, for telemetry. */
  readonly batch?: { readonly batchSize: number; readonly concurrency: number };
}

export interface HandlerDefinition<TPayload> {
  readonly type: string | readonly string[];
  readonly handle: JobHandler<TPayload>['handle'];
  readonly validate?: (payload: unknown, work?: Pick<HandledJob, 'metadata'>) => void;
  readonly backoff?: (retry: number) => DurationInput | null;
  /** The name of an event whose data is the output. Default: no event. */
  readonly event?: string;
}

const HANDLER: Check = fields(
  {
    type: anything,
    handle: isFunction('a function (job, context) => …'),
    validate: optional(isFunction('a function that throws for an invalid payload')),
    backoff: optional(isFunction('a function (retry) => duration')),
    event: anything,
  } satisfies Record<keyof HandlerDefinition<unknown>, Check>,
  '{ type, handle }',
);

/**
 * Creates a handler from a plain function.
 *
 * @example
 * const hello = defineHandler({
 *   type: 'say_hello',
 *   handle: async (job: HandledJob<{ name: string }>) => `Hello ${job.payload.name}`,
 * });
 */
export function defineHandler<TPayload = unknown>(
  definition: HandlerDefinition<TPayload>,
): JobHandler<TPayload> {
  checkInput({ value: definition, check: HANDLER, field: 'handler', error: ScheduleInvalid });
  const types = typeof definition.type === 'string' ? [definition.type] : [...definition.type];
  const invalid = types.find((type) => !isJobType(type));
  if (types.length === 0 || invalid !== undefined) {
    throw new ScheduleInvalid({
      field: 'type',
      value: invalid ?? types,
      problem: 'is not a job type',
      accepted: JOB_TYPE_RULE,
    });
  }
  const supported = new Set<string>(types);
  return {
    types,
    supports: (type) => supported.has(type),
    handle: (job, context) => definition.handle(job, context),
    ...(definition.validate === undefined ? {} : { validate: definition.validate }),
    ...(definition.backoff === undefined ? {} : { backoff: definition.backoff }),
    ...(definition.event === undefined ? {} : { event: definition.event }),
  };
}
