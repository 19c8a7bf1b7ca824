import type { ExecutionStatus, Reason } from '../states/execution-status.js';
import type { ErrorClass } from '../failures/error-class.js';
import type { JobType } from '../values/job-type.js';
import type { JsonObject, JsonValue } from '../values/json.js';
import type { ConcurrencyLimits, ExecutionPolicy } from '../jobs/policies.js';
import type { Priority } from '../values/priority.js';
import type { Uniqueness } from '../jobs/uniqueness.js';
import type { TraceContext } from '../values/trace-context.js';
import type { WorkflowPlace } from './workflow-place.js';

/** An error as it is stored: shortened, and without secrets. */
export interface ExecutionError {
  readonly name: string;
  readonly message: string;
  readonly code: string | null;
  readonly stack: string | null;
  /** Null: the error could not be classified. */
  readonly errorClass: ErrorClass | null;
}

/** How an attempt ended. `lost`: its lease expired. `interrupted`: its node returned it to the queue. */
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

/** The number and range of the instants that a skipped execution stands for. */
export interface SkippedRange {
  readonly count: number;
  readonly from: Date;
  readonly to: Date;
}

/** Marks a failed execution that waits for a person: its dead letter queue, and since when. */
export interface DeadLetterMark {
  readonly queue: string;
  readonly at: Date;
}

/** The progress of a handler, and the checkpoint that its next attempt resumes from. */
export interface ExecutionProgress {
  readonly done: number;
  /** Null: not known. */
  readonly total: number | null;
  /** Null: no checkpoint was saved. */
  readonly checkpoint: JsonValue;
}

/**
 * One run of an occurrence, or of an enqueued item. It holds everything that is needed to run it, so that a claim reads one row, and a
 * later change of the job does not affect what was fired already.
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
  /** True: it cannot be claimed while another execution of the same job runs. */
  readonly exclusive: boolean;
  /** Null: any number of equal executions may exist. */
  readonly unique: Uniqueness | null;
  readonly origin: ExecutionOrigin;
  /** The nominal instant, unique for each job. Null: the execution is no occurrence, but was started by hand or enqueued. */
  readonly occurrenceAt: Date | null;
  /** The number among the fired occurrences of its job, from 1. Null: the execution is no occurrence. */
  readonly occurrence: number | null;
  readonly lateness: Lateness;
  /** When it was first scheduled to run. */
  readonly scheduledAt: Date;
  /** It cannot be claimed before this instant. A retry moves it. */
  readonly availableAt: Date;
  readonly status: ExecutionStatus;
  readonly reason: Reason | null;
  /** The number of attempts that count, of at most `1 + maxRetries`. */
  readonly attemptsUsed: number;
  /** Grows with every claim and is never reset. */
  readonly fence: number;
  /** The node that holds the lease. Null: none. */
  readonly owner: string | null;
  readonly leaseUntil: Date | null;
  /** The reason of a request to cancel a running execution. Null: there is no request. */
  readonly cancelRequest: string | null;
  /** When the handler of the latest attempt started. While `startConfirmed` is false it is the time of the claim. */
  readonly startedAt: Date | null;
  /** False: it is claimed, and the store has not been told yet that its handler started. True for all that does not run. */
  readonly startConfirmed: boolean;
  /** How often a node was lost that had claimed it and had not confirmed a start. Such a claim uses up no attempt. */
  readonly unstartedRescues: number;
  readonly finishedAt: Date | null;
  /** The duration of the last attempt. */
  readonly durationMs: number | null;
  readonly output: JsonValue;
  readonly error: ExecutionError | null;
  /** The attempts that have ended, oldest first. */
  readonly attempts: readonly Attempt[];
  readonly skipped: SkippedRange | null;
  readonly deadLetter: DeadLetterMark | null;
  /** The last progress that its handler has reported. Null: none. */
  readonly progress: ExecutionProgress | null;
  /** The execution that this one repeats, after a retry by hand. */
  readonly originalExecutionId: string | null;
  /** Its place in a run of a workflow. Null: it is no step of a workflow. */
  readonly workflow: WorkflowPlace | null;
  /** The context in which it was made; that of its job, if that was scheduled in one. All its attempts have it. Null: none was active. */
  readonly trace: TraceContext | null;
  readonly createdAt: Date;
}

/** A log line of a handler. */
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

/** As many claims without a confirmed start may be lost before the start is confirmed first, and the handler called afterwards. */
const MOST_UNCONFIRMED_STARTS = 2;

/**
 * Whether the start has to be stored before the handler is called. A handler that ends its process at once is never confirmed otherwise, and
 * would be called without end: so it is called at most twice more than its attempts allow.
 */
export function mustConfirmStart({ unstartedRescues }: Pick<Execution, 'unstartedRescues'>): boolean {
  return unstartedRescues >= MOST_UNCONFIRMED_STARTS;
}

export function maxAttempts(execution: Pick<Execution, 'policy'>): number {
  return execution.policy.maxRetries + 1;
}
