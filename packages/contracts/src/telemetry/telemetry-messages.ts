import type { ErrorClass } from '../failures/error-class.js';
import type { ReasonCode } from '../states/execution-status.js';
import type { ErrorMessage } from './error-message.js';
import type {
  RollbackEnded,
  RollbackFailed,
  StepEnded,
  StepFailed,
  StepMessage,
  StepRetry,
  StepSkipped,
  WorkflowCancelled,
  WorkflowEnded,
  WorkflowException,
  WorkflowFailed,
  WorkflowMessage,
  WorkflowStart,
} from './workflow-messages.js';

/**
 * The messages on the channels of Node's `diagnostics_channel`. They never hold payloads, outputs or log lines. docs/telemetry.md lists
 * every field.
 */

/** The common part of all messages about an execution. */
export interface JobMessage {
  /** The node that emits the message. */
  readonly node: string;
  readonly executionId: string;
  readonly jobId: string | null;
  readonly jobName: string | null;
  readonly type: string;
  readonly queue: string;
  readonly priority: number;
  readonly tenant: string | null;
  /** From 1. 0: there was no attempt yet. */
  readonly attempt: number;
  readonly maxAttempts: number;
}

export type { ErrorMessage };

export interface JobStart extends JobMessage {
  readonly scheduledAt: Date;
  /** The time between the instant at which it was available and its start, by the time of the store. */
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
  /** When it is available again. Null: it was left out. */
  readonly retryAt: Date | null;
}

export interface JobEndedByRequest extends JobMessage {
  readonly reason: string | null;
  /** Null: it had not started. */
  readonly durationMs: number | null;
}

/** An attempt was suspended for a more urgent execution (F120). */
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

/** An execution whose lease had expired was rescued (F216). */
export interface JobRescue extends JobMessage {
  /** The time since the start of the lost attempt. */
  readonly stuckDurationMs: number;
  /** `pending`: it runs again. */
  readonly status: 'pending' | 'failed' | 'cancelled';
}

export interface QueueMessage {
  readonly queue: string;
}

export interface QueueScale extends QueueMessage {
  /** The new concurrency on each node. Null: as configured on each node. */
  readonly concurrency: number | null;
}

export interface DeadLetterInsert extends JobMessage {
  readonly deadLetterQueue: string;
  readonly error: ErrorMessage | null;
  /** Null: the error has no class. */
  readonly errorClass: ErrorClass | null;
  /** How often it was tried. */
  readonly attempts: number;
}

export interface DeadLetterRetry {
  readonly executionId: string;
  readonly jobId: string | null;
  readonly jobName: string | null;
  readonly type: string;
  readonly queue: string;
  readonly tenant: string | null;
  readonly originalExecutionId: string;
}

export interface CircuitStateChange {
  readonly circuit: string;
  /** The tenant whose circuit it is. Missing: it is nobody's, or everybody's. */
  readonly tenant?: string;
  readonly from: string;
  readonly to: string;
}

export interface CircuitTrip {
  readonly circuit: string;
  /** The tenant whose circuit it is. Missing: it is nobody's, or everybody's. */
  readonly tenant?: string;
  readonly failureCount: number;
  readonly error: ErrorMessage | null;
}

export interface CircuitReject {
  readonly circuit: string;
  /** The tenant whose circuit it is. Missing: it is nobody's, or everybody's. */
  readonly tenant?: string;
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
  /** Null: not known. */
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
  'scheduler:workflow:start': WorkflowStart;
  'scheduler:workflow:stop': WorkflowEnded;
  'scheduler:workflow:exception': WorkflowException;
  'scheduler:workflow:pause': WorkflowMessage;
  'scheduler:workflow:resume': WorkflowMessage;
  'scheduler:workflow:cancel': WorkflowCancelled;
  'scheduler:workflow:fail': WorkflowFailed;
  'scheduler:workflow:step:start': StepMessage;
  'scheduler:workflow:step:stop': StepEnded;
  'scheduler:workflow:step:exception': StepFailed;
  'scheduler:workflow:step:skip': StepSkipped;
  'scheduler:workflow:step:retry': StepRetry;
  'scheduler:workflow:rollback:start': StepMessage;
  'scheduler:workflow:rollback:stop': RollbackEnded;
  'scheduler:workflow:rollback:exception': RollbackFailed;
}

export type TelemetryName = keyof TelemetryMessages;
