import type { ExecutionStatus, Reason } from '../states/execution-status.js';
import type { ErrorClass } from '../failures/error-class.js';
import type { JobType } from '../values/job-type.js';
import type { JsonObject, JsonValue } from '../values/json.js';
import type { ConcurrencyLimits, ExecutionPolicy } from '../jobs/policies.js';
import type { Priority } from '../values/priority.js';
import type { Uniqueness } from '../jobs/uniqueness.js';

/** An error as it is stored: capped, and without secrets that a message may carry. */
export interface ExecutionError {
  readonly name: string;
  readonly message: string;
  readonly code: string | null;
  readonly stack: string | null;
  /** Null: an error that nobody knows. */
  readonly errorClass: ErrorClass | null;
}

/** How an attempt ended. `lost`: its lease ran out. `interrupted`: its node gave it back. */
export type AttemptStatus =
  | 'success'
  | 'failed'
  | 'timeout'
  | 'cancelled'
  | 'discarded'
  | 'skipped'
  | 'snoozed'
  | 'interrupted'
  | 'lost';

/** One call of the handler, under a lease with a fence. */
export interface Attempt {
  readonly fence: number;
  readonly owner: string;
  readonly status: AttemptStatus;
  readonly startedAt: Date;
  readonly finishedAt: Date;
  readonly error: ExecutionError | null;
}

/** Where an execution comes from. */
export type ExecutionOrigin = 'scheduled' | 'manual' | 'enqueued' | 'retried';

/** How the run of an occurrence relates to its nominal instant. */
export type Lateness = 'on_time' | 'late' | 'caught_up';

/** Instants that were not run, in number and range; the trace that a skipped occurrence leaves. */
export interface SkippedRange {
  readonly count: number;
  readonly from: Date;
  readonly to: Date;
}

/** A failed execution that waits for a person: where it was put and when. */
export interface DeadLetterMark {
  readonly queue: string;
  readonly at: Date;
}

/** How far a handler has come, and what its next attempt goes on with. */
export interface ExecutionProgress {
  readonly done: number;
  /** Null: nobody knows. */
  readonly total: number | null;
  /** Null: none was saved. */
  readonly checkpoint: JsonValue;
}

/**
 * The one run of an occurrence, or of an enqueued item. It carries all that is needed to run it, so that a claim reads one row,
 * and a later change of the job does not change what was already fired.
 */
export interface Execution extends ConcurrencyLimits {
  readonly id: string;
  /** Null for an enqueued item. */
  readonly jobId: string | null;
  readonly jobName: string | null;
  readonly type: JobType;
  readonly targetId: string | null;
  readonly payload: JsonValue;
  readonly tags: readonly string[];
  readonly metadata: JsonObject;
  readonly tenant: string | null;
  readonly queue: string;
  readonly priority: Priority;
  readonly policy: ExecutionPolicy;
  /** True: not claimable while another execution of the same job runs. */
  readonly exclusive: boolean;
  /** Null: any number of equal ones may exist. */
  readonly unique: Uniqueness | null;
  readonly origin: ExecutionOrigin;
  /** The nominal instant, unique for each job. Null where the execution is no occurrence: by hand or enqueued. */
  readonly occurrenceAt: Date | null;
  /** The how-manieth fired occurrence of its job, from 1. Null where it is none. */
  readonly occurrence: number | null;
  readonly lateness: Lateness;
  /** When it was meant to run first. */
  readonly scheduledAt: Date;
  /** Not claimable before this instant; a retry moves it. */
  readonly availableAt: Date;
  readonly status: ExecutionStatus;
  readonly reason: Reason | null;
  /** Claims that count against the budget of `1 + maxRetries`. */
  readonly attemptsUsed: number;
  /** Grows with every claim and is never reset. */
  readonly fence: number;
  /** The node that holds the lease. Null: nobody. */
  readonly owner: string | null;
  readonly leaseUntil: Date | null;
  /** Set while a running execution is asked to stop. */
  readonly cancelRequest: string | null;
  /** Start of the latest attempt. */
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  /** Of the last attempt. */
  readonly durationMs: number | null;
  readonly output: JsonValue;
  readonly error: ExecutionError | null;
  /** The attempts that have ended, oldest first. */
  readonly attempts: readonly Attempt[];
  readonly skipped: SkippedRange | null;
  readonly deadLetter: DeadLetterMark | null;
  /** What its handler said last. Null: nothing. */
  readonly progress: ExecutionProgress | null;
  /** The execution that this one repeats by hand. */
  readonly originalExecutionId: string | null;
  readonly createdAt: Date;
}

/** A line that a handler wrote about its own run. */
export interface ExecutionLog {
  readonly executionId: string;
  readonly at: Date;
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly message: string;
  readonly context: JsonObject;
}

/** How many executions of its job may run at once, this one included. */
export function jobConcurrencyLimit({
  exclusive,
  concurrency,
}: Pick<Execution, 'exclusive' | 'concurrency'>): number {
  return exclusive ? 1 : (concurrency ?? Infinity);
}

export function maxAttempts(execution: Pick<Execution, 'policy'>): number {
  return execution.policy.maxRetries + 1;
}
