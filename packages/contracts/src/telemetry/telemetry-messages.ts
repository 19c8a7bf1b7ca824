import type { ExecutionError } from '../executions/execution.js';
import type { ReasonCode } from '../states/execution-status.js';

/**
 * What is told on which channel of Node's `diagnostics_channel`. Payloads, outputs and lines of logs are never in a message; docs/telemetry.md
 * lists every field.
 */

/** Which execution it is about, in every message about one. */
export interface JobMessage {
  /** The node that tells it. */
  readonly node: string;
  readonly executionId: string;
  readonly jobId: string | null;
  readonly jobName: string | null;
  readonly type: string;
  readonly queue: string;
  readonly priority: number;
  readonly tenant: string | null;
  /** From 1. 0: it has never been tried. */
  readonly attempt: number;
  readonly maxAttempts: number;
}

/** An error without its stack. */
export type ErrorMessage = Pick<ExecutionError, 'name' | 'message' | 'code'>;

export interface JobStart extends JobMessage {
  readonly scheduledAt: Date;
  /** From the instant it could have started at to its start, by the store's time. */
  readonly waitedMs: number;
}

export interface JobStop extends JobMessage {
  readonly durationMs: number;
  readonly outcome: 'success' | 'snoozed' | 'interrupted';
}

export interface JobException extends JobMessage {
  readonly durationMs: number;
  readonly error: ErrorMessage | null;
  readonly status: 'failed' | 'timeout';
  /** Null: it does not run again. */
  readonly retryAt: Date | null;
  readonly deadLetter: boolean;
}

export type SkipReason = Extract<
  ReasonCode,
  'unique_conflict' | 'paused' | 'overlap' | 'missed' | 'rate_limited' | 'circuit_open' | 'preempted'
>;

export interface JobSkip extends JobMessage {
  readonly reason: SkipReason;
  readonly message: string | null;
  /** When it is looked at again. Null: never, it was left out. */
  readonly retryAt: Date | null;
}

export interface JobEndedByRequest extends JobMessage {
  readonly reason: string | null;
  /** Null: it had not started. */
  readonly durationMs: number | null;
}

/** F120 */
export interface JobPreempt {
  readonly node: string;
  readonly queue: string;
  readonly preemptedExecutionId: string;
  readonly preemptedJob: string;
  readonly preemptedPriority: number;
  readonly incomingExecutionId: string;
  readonly incomingJob: string;
  readonly incomingPriority: number;
}

export interface JobResume extends JobMessage {
  readonly reason: 'preemption_ended';
}

/** F216 */
export interface JobRescue extends JobMessage {
  /** Since the lost attempt began. */
  readonly stuckDurationMs: number;
  /** `pending`: it runs again. */
  readonly status: 'pending' | 'failed' | 'cancelled';
}

export interface QueueMessage {
  readonly queue: string;
}

export interface QueueScale extends QueueMessage {
  /** On each node. Null: what each node's configuration says. */
  readonly concurrency: number | null;
}

export interface DeadLetterInsert extends JobMessage {
  readonly deadLetterQueue: string;
  readonly error: ErrorMessage | null;
}

export interface DeadLetterRetry {
  readonly executionId: string;
  readonly type: string;
  readonly originalExecutionId: string;
}

export interface CircuitStateChange {
  readonly circuit: string;
  readonly from: string;
  readonly to: string;
}

export interface CircuitTrip {
  readonly circuit: string;
  readonly failureCount: number;
  readonly error: ErrorMessage | null;
}

export interface CircuitReject {
  readonly circuit: string;
  readonly executionId: string;
  readonly type: string;
}

export interface BatchMessage extends JobMessage {
  readonly batchSize: number;
  readonly concurrency: number;
}

export interface BatchStop extends BatchMessage {
  readonly status: 'completed' | 'partial' | 'failed';
  readonly processed: number;
  readonly failed: number;
  readonly durationMs: number;
}

export interface BatchProgress extends BatchMessage {
  readonly done: number;
  /** Null: nobody knows. */
  readonly total: number | null;
}

export interface LeaderMessage {
  readonly node: string;
}

export interface TelemetryMessages {
  'scheduler:job:start': JobStart;
  'scheduler:job:stop': JobStop;
  'scheduler:job:exception': JobException;
  'scheduler:job:skip': JobSkip;
  'scheduler:job:discard': JobEndedByRequest;
  'scheduler:job:cancel': JobEndedByRequest;
  'scheduler:job:preempt': JobPreempt;
  'scheduler:job:resume': JobResume;
  'scheduler:job:rescue': JobRescue;
  'scheduler:queue:pause': QueueMessage;
  'scheduler:queue:resume': QueueMessage;
  'scheduler:queue:scale': QueueScale;
  'scheduler:dead_letter:insert': DeadLetterInsert;
  'scheduler:dead_letter:retry': DeadLetterRetry;
  'scheduler:dead_letter:prune': { readonly count: number };
  'scheduler:circuit:state_change': CircuitStateChange;
  'scheduler:circuit:trip': CircuitTrip;
  'scheduler:circuit:reject': CircuitReject;
  'scheduler:batch:start': BatchMessage;
  'scheduler:batch:progress': BatchProgress;
  'scheduler:batch:stop': BatchStop;
  'scheduler:leader:election': LeaderMessage;
  'scheduler:leader:resignation': LeaderMessage;
}

export type TelemetryName = keyof TelemetryMessages;
