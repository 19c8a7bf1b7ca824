import type { DurationInput } from '../values/duration.js';
import { isJobType, JOB_TYPE_RULE, type JobType } from '../values/job-type.js';
import { ScheduleInvalid } from '../errors/errors.js';
import { anything, type Check, fields, isFunction, optional } from '../input/check.js';
import { checkInput } from '../input/check-input.js';
import { type HandlerModule, handledInThread, moduleOfHandler } from './handler-module.js';
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
  /** Where it runs: `thread` for work that keeps a processor busy, in the module that `module` names. Default: in the thread of its node. */
  readonly runIn?: 'thread';
  /** The module that exports `handle` for a handler in a thread. */
  readonly module?: HandlerModule;
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

/** A handler whose code is in a module, because a thread shares no functions with its node. */
export interface ThreadHandlerDefinition extends Omit<HandlerDefinition<unknown>, 'handle'> {
  readonly runIn: 'thread';
  /** It exports `handle`, or a function as its default: a ThreadHandle. */
  readonly module: HandlerModule;
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

const THREAD_HANDLER: Check = fields(
  {
    type: anything,
    runIn: anything,
    module: anything,
    validate: optional(isFunction('a function that throws for an invalid payload')),
    backoff: optional(isFunction('a function (retry) => duration')),
    event: anything,
  } satisfies Record<keyof ThreadHandlerDefinition, Check>,
  '{ type, runIn, module }',
);

/**
 * Creates a handler from a plain function, or from a module that runs in a thread.
 *
 * @example
 * const hello = defineHandler({
 *   type: 'say_hello',
 *   handle: async (job: HandledJob<{ name: string }>) => `Hello ${job.payload.name}`,
 * });
 *
 * @example
 * const resize = defineHandler({ type: 'resize_image', runIn: 'thread', module: require.resolve('./resize-image.js') });
 */
export function defineHandler(definition: ThreadHandlerDefinition): JobHandler;
export function defineHandler<TPayload = unknown>(
  definition: HandlerDefinition<TPayload>,
): JobHandler<TPayload>;
export function defineHandler<TPayload>(
  definition: HandlerDefinition<TPayload> | ThreadHandlerDefinition,
): JobHandler<TPayload> {
  const inThread = isForThread(definition);
  const check = inThread ? THREAD_HANDLER : HANDLER;
  checkInput({ value: definition, check, field: 'handler', error: ScheduleInvalid });
  if (inThread) moduleOfHandler(definition);
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
    ...(inThread
      ? { runIn: definition.runIn, module: definition.module, handle: handledInThread }
      : { handle: (job: HandledJob<TPayload>, context: JobContext) => definition.handle(job, context) }),
    ...(definition.validate === undefined ? {} : { validate: definition.validate }),
    ...(definition.backoff === undefined ? {} : { backoff: definition.backoff }),
    ...(definition.event === undefined ? {} : { event: definition.event }),
  };
}

function isForThread<TPayload>(
  definition: HandlerDefinition<TPayload> | ThreadHandlerDefinition,
): definition is ThreadHandlerDefinition {
  return typeof definition === 'object' && definition !== null && 'runIn' in definition;
}
