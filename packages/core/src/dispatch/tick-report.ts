import type { Execution } from '@scheduler/contracts';

/** What one tick did. */
export interface TickReport {
  /** The store's time. */
  readonly now: Date;
  /** Jobs that were due. */
  readonly due: number;
  /** Executions that were put into their queues. */
  readonly fired: readonly Execution[];
  /** Traces of occurrences that were not run, with their reasons. */
  readonly skipped: readonly Execution[];
  /** Jobs that another node fired first. */
  readonly conflicts: number;
  /** Jobs that could not be fired because what is stored of them is not valid; they are paused. */
  readonly quarantined: readonly string[];
}
