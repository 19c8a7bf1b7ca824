import type { Execution, ScheduledJob } from '@scheduler/contracts';

/**
 * What a run left behind, as an outsider saw it: a simulation in virtual time, or real processes that were killed, stopped and cut
 * off. The promises are checked against it and against nothing else.
 */
export interface Evidence {
  /** The store's time at which jobs and executions were read, after everything had been given time to settle. */
  readonly readAt: Date;
  /** How long something may be overdue before it counts as stuck: three leases and ten seconds are promised. */
  readonly patienceMs: number;
  readonly jobs: readonly ScheduledJob[];
  /** All of them: nothing may have been pruned. */
  readonly executions: readonly Execution[];
  readonly expected: readonly ExpectedOccurrences[];
  /** Executions whose enqueueing was confirmed to the caller. */
  readonly enqueued: readonly string[];
  /** Jobs that somebody deleted on purpose, with all that belonged to them. */
  readonly removedJobs: readonly string[];
  /** Calls of handlers, whatever became of them. */
  readonly starts: readonly WitnessedStart[];
  /** Checkpoints of which the store said that it has them. Missing: no handler saves any. */
  readonly checkpoints?: readonly WitnessedCheckpoint[];
  /** One for each effect that the resource of the handlers holds at the end. */
  readonly effects: readonly WitnessedEffect[];
}

/** Nominal instants at which a job was active beyond doubt: not while somebody was just changing it. */
export interface ExpectedOccurrences {
  readonly jobId: string;
  readonly instants: readonly Date[];
}

export interface WitnessedStart {
  readonly executionId: string;
  readonly jobId: string | null;
  readonly fence: number;
  readonly node: string;
  /** The step that it found saved, where handlers save steps. */
  readonly resumedAt?: number;
}

/** A handler that works in steps, from 1, has saved one. */
export interface WitnessedCheckpoint {
  readonly executionId: string;
  readonly fence: number;
  readonly step: number;
}

export interface WitnessedEffect {
  readonly executionId: string;
  /** Of the attempt that made it. */
  readonly fence: number;
  /**
   * `fenced`: the resource keeps one effect for each execution and refuses a fence that is lower than the one it holds.
   * `transactional`: written in the transaction that completed the execution.
   */
  readonly guard: 'fenced' | 'transactional';
}

/**
 * What handlers return and throw in a run that is checked, so that an outcome shows whose it is.
 *
 * @example
 * handle: (job, context) => JobResult.success(outcomeOf(context))
 */
export function outcomeOf({ fence, node }: { readonly fence: number; readonly node: string }) {
  return { fence, node };
}

/** The message of an error in a run that is checked. */
export function failureOf({ fence, node }: { readonly fence: number; readonly node: string }): string {
  return `fails on purpose, fence ${fence}, node ${node}`;
}
