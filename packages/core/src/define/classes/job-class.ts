import type { HandledJob, HandlerAnswer, JobContext, JobHandler } from '@scheduler/contracts';
import type { DecoratedScheduleOptions } from './schedule-options.js';

/** The types of a handler: one type, several, or a definition that has a type. */
export type JobTypeSource = string | readonly string[] | TypedSource;

/** A definition of a job type, such as `defineJob` returns. If it creates the handler, payloads are checked. */
export interface TypedSource {
  readonly type: string;
  /** Creates the handler from `{ handle, backoff }`. Definitions have different types for them, hence `never`. */
  handler?(handler: never): JobHandler;
}

/** A method with the decorator `@scheduled`. */
export interface ScheduledMethod {
  readonly method: string;
  /** Null: the type is made from the names of the class and the method. */
  readonly type: string | null;
  readonly options: DecoratedScheduleOptions;
}

/** What the decorators of a class declare. */
export interface JobClassMetadata {
  /** Set by `@jobHandler`. Null: the class has no such decorator. */
  readonly handles: JobTypeSource | null;
  /** Set by `@job`. Null: the class has no such decorator. Undefined type: the name of the class is the type. */
  readonly works: { readonly type: string | undefined } | null;
  /** Set by `@scheduled`; methods of parent classes come first. */
  readonly scheduled: readonly ScheduledMethod[];
}

export type JobMethod = (context: JobContext, job: HandledJob<never>) => unknown;

export interface HandlesJobs {
  handle(job: HandledJob<never>, context: JobContext): HandlerAnswer;
  validate?(payload: unknown): void;
  backoff?: JobHandler['backoff'];
}

/** A handler of a definition. The schema of the definition decides which results are valid. */
export interface HandlesTypedJobs extends Omit<HandlesJobs, 'handle'> {
  handle(job: HandledJob<never>, context: JobContext): unknown;
}

/** Creates instances of a class, whatever its constructor takes. */
export type ClassOf<TInstance> = abstract new (...args: never[]) => TInstance;

// A symbol of the whole process, so that two copies of this package read what the other has written.
const KEY = Symbol.for('scheduler.job_class');
const NO_METADATA: JobClassMetadata = Object.freeze({ handles: null, works: null, scheduled: [] });

/** The metadata of a class, including those of its parents, which it inherits like a static member. */
export function metadataOf(jobClass: object): JobClassMetadata {
  return (jobClass as { readonly [KEY]?: JobClassMetadata })[KEY] ?? NO_METADATA;
}

export function addMetadata(jobClass: object, facts: Partial<JobClassMetadata>): void {
  const value = { ...metadataOf(jobClass), ...facts };
  Object.defineProperty(jobClass, KEY, { value, configurable: true });
}
