import 'reflect-metadata';
import type { HandledJob, HandlerAnswer, JobContext, JobHandler } from '@scheduler/contracts';
import type { DecoratedScheduleOptions } from './schedule-options.js';

/** What names the type of a handler: itself, several, or a definition that has one. */
export type JobTypeSource = string | readonly string[] | TypedSource;

/** A definition of a job type, such as `defineJob` makes. Its own handler checks payloads, where it has one. */
export interface TypedSource {
  readonly type: string;
  /** Makes the handler of `{ handle, backoff }`, whatever types it has for them. */
  handler?(handler: never): JobHandler;
}

/** One method that the decorator `@scheduled` has seen. */
export interface ScheduledMethod {
  readonly method: string;
  /** Null: from the names of class and method. */
  readonly type: string | null;
  readonly options: DecoratedScheduleOptions;
}

/** What decorators have said about a class. */
export interface JobClassFacts {
  /** By `@jobHandler`. Null: it is none. */
  readonly handles: JobTypeSource | null;
  /** By `@job`; undefined type: that of its name. Null: it is no worker. */
  readonly works: { readonly type: string | undefined } | null;
  /** By `@scheduled`, those of its parents first. */
  readonly scheduled: readonly ScheduledMethod[];
}

export type JobMethod = (context: JobContext, job: HandledJob<never>) => unknown;

export interface HandlesJobs {
  handle(job: HandledJob<never>, context: JobContext): Promise<HandlerAnswer> | HandlerAnswer;
  validate?(payload: unknown): void;
  backoff?: JobHandler['backoff'];
}

/** A handler of a definition, which says by itself what is answered. */
export interface HandlesTypedJobs extends Omit<HandlesJobs, 'handle'> {
  handle(job: HandledJob<never>, context: JobContext): unknown;
}

const KEY = Symbol.for('scheduler.job_class');
const NOTHING: JobClassFacts = Object.freeze({ handles: null, works: null, scheduled: [] });

/** A class inherits what was said about its parents. */
export function factsOf(jobClass: object): JobClassFacts {
  return (Reflect.getMetadata(KEY, jobClass) as JobClassFacts | undefined) ?? NOTHING;
}

export function addFacts(jobClass: object, facts: Partial<JobClassFacts>): void {
  Reflect.defineMetadata(KEY, { ...factsOf(jobClass), ...facts }, jobClass);
}
