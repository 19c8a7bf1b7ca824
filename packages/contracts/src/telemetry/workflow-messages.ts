import type { WorkflowStepVerdict, WorkflowStop } from '../workflows/workflow-run.js';
import type { ErrorMessage } from './error-message.js';

/** The common part of all messages about a run of a workflow. */
export interface WorkflowMessage {
  readonly runId: string;
  /** The run at the top of its tree of runs: itself, unless another workflow has started it. */
  readonly rootId: string;
  readonly workflow: string;
  readonly tenant: string | null;
}

export interface WorkflowStart extends WorkflowMessage {
  /** The run that started it. Null: no workflow did. */
  readonly parentId: string | null;
  /** How often it was tried again as a whole. */
  readonly round: number;
}

export interface WorkflowEnded extends WorkflowMessage {
  readonly status: 'completed' | 'completed_with_errors' | 'cancelled' | 'compensated';
  /** From its creation to its end. */
  readonly durationMs: number;
}

/** A run begins to stop because a step of it failed for good, or because its time is over. */
export interface WorkflowException extends WorkflowMessage {
  readonly cause: Extract<WorkflowStop['cause'], 'failure' | 'deadline'>;
  /** The step that failed. Null: none did. */
  readonly step: string | null;
  readonly reason: string;
}

/** A run ended, and neither was all of it done nor all of it undone. */
export interface WorkflowFailed extends WorkflowMessage {
  readonly status: 'failed' | 'compensation_failed';
  /** Null: it is not known. */
  readonly reason: string | null;
  readonly durationMs: number;
}

export interface WorkflowCancelled extends WorkflowMessage {
  /** `parent`: the workflow that started it stops. */
  readonly cause: Extract<WorkflowStop['cause'], 'cancel' | 'parent'>;
  readonly reason: string;
  /** Whether what was done is undone. */
  readonly rollback: boolean;
}

/**
 * The common part of all messages about a step. For a step of a durable function, `workflow` is the type of its job, and `runId` and
 * `rootId` are its execution.
 */
export interface StepMessage extends WorkflowMessage {
  readonly step: string;
  /** Null: it has none. */
  readonly executionId: string | null;
}

export interface StepEnded extends StepMessage {
  /** `cancelled`: the workflow stopped before it ended well. */
  readonly outcome: 'succeeded' | 'cancelled';
  /** From the instant at which it could begin. */
  readonly durationMs: number;
}

export interface StepFailed extends StepMessage {
  /** Null: there is none. */
  readonly error: string | null;
  readonly verdict: WorkflowStepVerdict | null;
  readonly durationMs: number;
}

export interface StepSkipped extends StepMessage {
  readonly verdict: WorkflowStepVerdict | null;
}

export interface StepRetry extends StepMessage {
  /** The attempt that failed, from 1. */
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly error: ErrorMessage | null;
  readonly retryAt: Date;
}

export interface RollbackEnded extends StepMessage {
  readonly durationMs: number;
}

export interface RollbackFailed extends StepMessage {
  readonly error: string | null;
  readonly durationMs: number;
}
