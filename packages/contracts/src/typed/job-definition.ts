import type { DurationInput } from '../values/duration.js';
import type { Execution } from '../executions/execution.js';
import type { JobContext } from '../handlers/job-context.js';
import type { HandledJob, HandlerAnswer, JobHandler } from '../handlers/job-handler.js';
import type { JobResult } from '../handlers/job-result.js';
import type { JobType } from '../values/job-type.js';
import type {
  EnqueueRequest,
  RunOptions,
  ScheduleChanges,
  ScheduleDefinition,
} from '../jobs/schedule-definition.js';
import type { Upcasters } from './payload-version.js';
import type { StandardSchema } from './standard-schema.js';

/** The defaults for all work of a type. Metadata are merged with those of a request; everything else is replaced. */
export interface JobDefaults extends RunOptions, Pick<EnqueueRequest, 'tags' | 'metadata'> {}

/** The argument of `defineJob`. */
export interface JobSpecification<TPayload extends StandardSchema, TResult extends StandardSchema> {
  readonly type: string;
  /** A synchronous Standard Schema, such as one of zod. Default: the job has no payload. */
  readonly payload?: TPayload;
  /** The schema of the result of the handler. Default: any output. */
  readonly result?: TResult;
  /** The version of the payload, from 1. Raise it when stored payloads do not match a new schema. Default: 1. */
  readonly version?: number;
  /** One upcaster for each earlier version, which converts its payload to the next version. */
  readonly upcast?: Upcasters;
  readonly defaults?: JobDefaults;
}

/** The payload is optional if its schema accepts undefined. */
type PayloadField<TPayload> = undefined extends TPayload
  ? { readonly payload?: TPayload }
  : { readonly payload: TPayload };

export type RequestOptions = Omit<EnqueueRequest, 'type' | 'payload'>;

export type RequestArguments<TPayload> = undefined extends TPayload
  ? [payload?: TPayload, options?: RequestOptions]
  : [payload: TPayload, options?: RequestOptions];

export type TypedScheduleOptions<TPayload> = Omit<ScheduleDefinition, 'type' | 'payload'> &
  PayloadField<TPayload>;

export type TypedChanges<TPayload> = Omit<ScheduleChanges, 'payload'> & PayloadField<TPayload>;

/** What a typed handler may return: the declared result itself, or a JobResult with it. */
export type TypedAnswer<TResult> = unknown extends TResult ? HandlerAnswer : TResult | JobResult<TResult>;

export type TypedHandle<TPayload, TResult> = (
  job: HandledJob<TPayload>,
  context: JobContext,
) => Promise<TypedAnswer<TResult>> | TypedAnswer<TResult>;

export interface TypedHandler<TPayload, TResult> {
  readonly handle: TypedHandle<TPayload, TResult>;
  /** The delay before retry n (1-based), instead of the policy's backoff. Null: the policy decides. */
  readonly backoff?: (retry: number) => DurationInput | null;
}

/** Payload and metadata of work as they are stored, in a job or an execution. */
export type StoredWork = Pick<HandledJob, 'payload' | 'metadata'>;

/** A job type with typed payload and result, for callers and handlers. */
export interface JobDefinition<TPayloadIn, TPayloadOut, TResultIn, TResultOut> {
  readonly type: JobType;
  /** The version of the payloads that this build creates. */
  readonly version: number;
  readonly defaults: JobDefaults;
  /** Creates the request for `scheduler.enqueue`. Throws PayloadInvalid. */
  request(...args: RequestArguments<TPayloadIn>): EnqueueRequest<TPayloadIn>;
  /** Creates the definition for `scheduler.schedule`. Throws PayloadInvalid. */
  scheduled(options: TypedScheduleOptions<TPayloadIn>): ScheduleDefinition<TPayloadIn>;
  /** Creates the changes for `scheduler.update` of this job, with a new payload. Throws PayloadInvalid. */
  changes(job: Pick<StoredWork, 'metadata'>, changes: TypedChanges<TPayloadIn>): ScheduleChanges;
  /** Creates the handler, which is registered like any other. */
  handler(handler: TypedHandle<TPayloadOut, TResultIn> | TypedHandler<TPayloadOut, TResultIn>): JobHandler;
  /** Throws PayloadInvalid or PayloadTooNew. Without `work`, the payload is expected to have the current version. */
  validate(payload: unknown, work?: Pick<StoredWork, 'metadata'>): void;
  /** Reads the payload of a stored job or execution, converted to the current version. Throws PayloadInvalid or PayloadTooNew. */
  payloadOf(work: StoredWork): TPayloadOut;
  /** Reads the result of an execution. Null: it has not succeeded. Throws ResultInvalid. */
  resultOf(execution: Pick<Execution, 'status' | 'output'>): TResultOut | null;
}
