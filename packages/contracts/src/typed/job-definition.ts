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

/** What holds for all work of a type unless the one who asks for it says otherwise. Metadata are merged, everything else is replaced. */
export interface JobDefaults extends RunOptions, Pick<EnqueueRequest, 'tags' | 'metadata'> {}

/** What `defineJob` is given. */
export interface JobSpecification<TPayload extends StandardSchema, TResult extends StandardSchema> {
  readonly type: string;
  /** Any Standard Schema, such as one of zod, that answers at once. Default: the job has no payload. */
  readonly payload?: TPayload;
  /** What the handler has to answer on success. Default: whatever a JobResult carries. */
  readonly result?: TResult;
  /** Of the payload, from 1. Raise it with a change that stored payloads do not fit. Default 1. */
  readonly version?: number;
  /** One for each earlier version: how its payload becomes one of the next. */
  readonly upcast?: Upcasters;
  readonly defaults?: JobDefaults;
}

/** A payload may be left out where its schema takes nothing. */
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

/** What a typed handler may answer: the declared result itself, or a JobResult that carries it. */
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

/** A kind of work with types of its own, from whoever asks for it to whoever does it. */
export interface JobDefinition<TPayloadIn, TPayloadOut, TResultIn, TResultOut> {
  readonly type: JobType;
  /** Of payloads that this build makes. */
  readonly version: number;
  readonly defaults: JobDefaults;
  /** Work for `scheduler.enqueue`. Throws PayloadInvalid. */
  request(...given: RequestArguments<TPayloadIn>): EnqueueRequest<TPayloadIn>;
  /** A definition for `scheduler.schedule`. Throws PayloadInvalid. */
  scheduled(options: TypedScheduleOptions<TPayloadIn>): ScheduleDefinition<TPayloadIn>;
  /** Another payload, and whatever else, for `scheduler.update` of this job. Throws PayloadInvalid. */
  changes(job: Pick<StoredWork, 'metadata'>, changes: TypedChanges<TPayloadIn>): ScheduleChanges;
  /** Its handler, to be registered like any other. */
  handler(handler: TypedHandle<TPayloadOut, TResultIn> | TypedHandler<TPayloadOut, TResultIn>): JobHandler;
  /** Throws PayloadInvalid or PayloadTooNew. Without the work that it belongs to, a payload is taken as one of this version. */
  validate(payload: unknown, work?: Pick<StoredWork, 'metadata'>): void;
  /** The payload of a stored job or execution, brought to this version and read. Throws PayloadInvalid or PayloadTooNew. */
  payloadOf(work: StoredWork): TPayloadOut;
  /** What an execution gave. Null: it has not succeeded. Throws ResultInvalid. */
  resultOf(execution: Pick<Execution, 'status' | 'output'>): TResultOut | null;
}
