import type { JsonValue } from '../values/json.js';
import type { TraceContext } from '../values/trace-context.js';
import { StateMachine } from '../states/state-machine.js';

/**
 * - `running`: steps start as soon as those before them have ended
 * - `paused`: nothing new starts
 * - `stopping`: it has failed, timed out or was cancelled, and waits for the end of what still runs
 * - `compensating`: rollbacks run
 * - `completed`, `completed_with_errors`: every step has ended; with errors where one failed whose `onError` is `continue`
 * - `failed`, `cancelled`: it ended, and nothing had to be undone
 * - `compensated`: what had been done was undone
 * - `compensation_failed`: a rollback has failed for good, and waits for a person
 */
export type WorkflowStatus =
  | 'running'
  | 'paused'
  | 'stopping'
  | 'compensating'
  | 'completed'
  | 'completed_with_errors'
  | 'failed'
  | 'cancelled'
  | 'compensated'
  | 'compensation_failed';

export const workflowStatuses = new StateMachine<WorkflowStatus>(
  'workflow',
  {
    running: ['paused', 'stopping', 'completed', 'completed_with_errors'],
    paused: ['running', 'stopping'],
    stopping: ['compensating', 'failed', 'cancelled', 'compensated'],
    compensating: ['compensated', 'compensation_failed'],
    // A run that has ended goes on only when somebody asks for it: it is tried again, or undone by the workflow that started it.
    completed: ['running', 'compensating', 'compensated'],
    completed_with_errors: ['running', 'compensating', 'compensated'],
    failed: ['running'],
    cancelled: ['running'],
    compensated: ['running'],
    compensation_failed: ['compensating'],
  },
  [],
);

export const ENDED_WORKFLOWS: readonly WorkflowStatus[] = Object.freeze([
  'completed',
  'completed_with_errors',
  'failed',
  'cancelled',
  'compensated',
  'compensation_failed',
] as const);

export function hasWorkflowEnded(status: WorkflowStatus): boolean {
  return ENDED_WORKFLOWS.includes(status);
}

/** `active`: it has an execution, or waits for somebody. `cancelled`: the workflow stopped before it ended well. */
export type WorkflowStepStatus = 'waiting' | 'active' | 'succeeded' | 'failed' | 'skipped' | 'cancelled';

/** Why a step has its status, where the status does not say it. */
export type WorkflowStepVerdict =
  /** Its own condition was false. */
  | 'condition'
  /** A step before it was skipped, and it says `ifSkipped: 'skip'`. */
  | 'predecessor_skipped'
  /** None of its `afterAny` has succeeded. */
  | 'no_predecessor_succeeded'
  /** It failed, and says `onError: 'skip'`. */
  | 'error'
  /** Another one of an `afterAny` was first. */
  | 'not_first'
  | 'timed_out'
  | 'rejected'
  /** Its execution was cancelled by hand. */
  | 'execution_cancelled';

/** The children of a map, or of the rollback of a map. */
export interface WorkflowChildren {
  /** How many have been added so far. */
  readonly added: number;
  /** How many there are. Null: the list is not complete yet. */
  readonly total: number | null;
  readonly ended: number;
  readonly failed: number;
  /** When the last of those ended that have. */
  readonly lastEndedAt?: number;
}

/** The state of a step. It is JSON as it is; instants are milliseconds since 1970. */
export interface WorkflowStepState {
  readonly status: WorkflowStepStatus;
  /** Grows each time the step is tried again by hand, so that what belongs to an earlier round changes nothing. */
  readonly round: number;
  readonly verdict?: WorkflowStepVerdict;
  /** Its execution. Missing: it has none. */
  readonly executionId?: string;
  readonly activeSince?: number;
  readonly endedAt?: number;
  /** True: its execution asks its condition, before it waits for somebody or for an instant. */
  readonly asking?: true;
  /** The execution that asked its condition, before the step began. */
  readonly askedBy?: string;
  /** True: its execution has ended, although the step has not: its children or its child workflow go on. */
  readonly settled?: true;
  /** True: its handler was called, so that it may have had an effect although it did not succeed. */
  readonly began?: true;
  readonly children?: WorkflowChildren;
  /** The output of an approval or a signal, which have no execution that ends well. */
  readonly output?: JsonValue;
  readonly decision?: WorkflowDecision;
  readonly child?: WorkflowChild;
  readonly error?: string;
  readonly undo?: WorkflowUndo;
  /** Rollbacks that failed before somebody let them be tried again, oldest first. */
  readonly failedUndos?: readonly WorkflowUndo[];
  /** What the step was before it was tried again by hand, oldest first. */
  readonly earlier?: readonly WorkflowStepState[];
}

export interface WorkflowDecision {
  readonly approved: boolean;
  /** Null: nobody said who it was. */
  readonly by: string | null;
  readonly at: number;
}

/** The run that a step has started. Status null: it has not ended. */
export interface WorkflowChild {
  readonly runId: string;
  readonly status: WorkflowStatus | null;
}

export interface WorkflowUndo {
  readonly status: 'active' | 'done' | 'failed';
  /** Missing: the child workflow undoes itself. */
  readonly executionId?: string;
  readonly activeSince: number;
  readonly endedAt?: number;
  readonly children?: WorkflowChildren;
  readonly error?: string;
}

/** A signal that was sent to a run. */
export interface WorkflowSignal {
  readonly name: string;
  /** A second signal with the same key is the same signal. */
  readonly key: string;
  readonly data: JsonValue;
  readonly at: number;
  /** The step that it was delivered to. Null: it waits until a step wants it. */
  readonly step: string | null;
}

/** Why a run stops. */
export interface WorkflowStop {
  readonly cause: 'failure' | 'deadline' | 'cancel' | 'parent';
  /** The step that failed. Null: none did. */
  readonly step: string | null;
  readonly reason: string;
  /** Whether what was done is undone. */
  readonly rollback: boolean;
}

/** Values by which runs are found, such as a customer. */
export type WorkflowAttributes = Readonly<Record<string, string>>;

/** One run of a workflow. Everything that advances it needs most of it, so that it is one record. */
export interface WorkflowRun {
  readonly id: string;
  readonly name: string;
  /** The graph that it is pinned to. */
  readonly graphHash: string;
  readonly tenant: string | null;
  readonly status: WorkflowStatus;
  readonly input: JsonValue;
  readonly attributes: WorkflowAttributes;
  /** The run at the top of its tree of runs: itself, unless another workflow has started it. Whoever changes a run locks this one first. */
  readonly rootId: string;
  /** Null: no workflow has started it. */
  readonly parent: { readonly runId: string; readonly step: string } | null;
  readonly deadlineAt: Date | null;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
  /** Grows with each change. */
  readonly revision: number;
  readonly steps: Readonly<Record<string, WorkflowStepState>>;
  readonly signals: readonly WorkflowSignal[];
  /** Null: it does not stop, or has not yet. */
  readonly stop: WorkflowStop | null;
  /** How often it was tried again as a whole. */
  readonly round: number;
  /** The context in which it was started. Its steps and the workflows that it starts have the same one. Null: none was active. */
  readonly trace: TraceContext | null;
}
