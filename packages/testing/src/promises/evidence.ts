import type { Execution, ScheduledJob, WorkflowGraph, WorkflowRun } from '@scheduler/contracts';

/**
 * The results of a run as an outside observer sees them: a simulation in virtual time, or real processes that were killed, paused and cut
 * off from the store. The promises are checked against this evidence only.
 */
export interface Evidence {
  /** The time of the store at which jobs and executions were read, after everything had time to settle. */
  readonly readAt: Date;
  /** How long something may be overdue before it counts as stuck: three leases and ten seconds are promised. */
  readonly patienceMs: number;
  readonly jobs: readonly ScheduledJob[];
  /** All executions: nothing may have been pruned. */
  readonly executions: readonly Execution[];
  readonly expected: readonly ExpectedOccurrences[];
  /** Executions whose enqueueing was confirmed to the caller. */
  readonly enqueued: readonly string[];
  /** Jobs that were deleted on purpose, with their executions. */
  readonly removedJobs: readonly string[];
  /** All calls of handlers, whether or not they ended. */
  readonly starts: readonly WitnessedStart[];
  /** Checkpoints that the store confirmed. Undefined: no handler saves any. */
  readonly checkpoints?: readonly WitnessedCheckpoint[];
  /** The effects that the resource of the handlers holds at the end. */
  readonly effects: readonly WitnessedEffect[];
  /** Undefined: there are no workflows. */
  readonly workflows?: WorkflowEvidence;
}

/** Functions of steps and rollbacks have one effect for each execution, as handlers of jobs have. */
export interface WorkflowEvidence {
  /** All runs: nothing may have been pruned. */
  readonly runs: readonly WorkflowRun[];
  /** By their hashes. */
  readonly graphs: ReadonlyMap<string, WorkflowGraph>;
  /** Runs whose start was confirmed to the caller. */
  readonly started: readonly string[];
}

/** Nominal instants at which a job was certainly active. Instants during a change of the job are not certain. */
export interface ExpectedOccurrences {
  readonly jobId: string;
  readonly instants: readonly Date[];
}

export interface WitnessedStart {
  readonly executionId: string;
  readonly jobId: string | null;
  readonly fence: number;
  readonly node: string;
  /** The saved step that the attempt found, if handlers save steps. */
  readonly resumedAt?: number;
}

/** A step that a handler has saved. Steps count from 1. */
export interface WitnessedCheckpoint {
  readonly executionId: string;
  readonly fence: number;
  readonly step: number;
}

export interface WitnessedEffect {
  readonly executionId: string;
  /** The fence of the attempt that had the effect. */
  readonly fence: number;
  /**
   * `fenced`: the resource keeps one effect for each execution and refuses a fence that is lower than the one it holds.
   * `transactional`: written in the transaction that completed the execution.
   */
  readonly guard: 'fenced' | 'transactional';
}

/**
 * The output that handlers return in a run that is checked, so that an outcome shows which attempt it belongs to.
 *
 * @example
 * handle: (job, context) => JobResult.success(outcomeOf(context))
 */
export function outcomeOf({ fence, node }: { readonly fence: number; readonly node: string }) {
  return { fence, node };
}

/** The message of the error that handlers throw in a run that is checked. */
export function failureOf({ fence, node }: { readonly fence: number; readonly node: string }): string {
  return `fails on purpose, fence ${fence}, node ${node}`;
}
