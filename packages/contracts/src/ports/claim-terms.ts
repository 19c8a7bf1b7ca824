import type { Execution } from '../executions/execution.js';
import type { Priority } from '../values/priority.js';

/** One queue, and how many executions of it are wanted. */
export interface Lane {
  readonly queue: string;
  readonly limit: number;
  /** Claims only executions that are more urgent than this, which is a lower number. */
  readonly moreUrgentThan?: Priority;
}

/** What a claim passes over because the node has no handler for it. It waits for a node that has one. */
export interface ExceptTypes {
  /**
   * Executions of these types are passed over. However many of them wait first, what is behind them is found in about the same time. Missing
   * or empty: none is.
   */
  readonly exceptTypes?: readonly string[];
}

export interface LeaseTerms {
  /** The node, with an id that is new at each start. */
  readonly owner: string;
  readonly leaseMs: number;
}

/**
 * Claims steps of workflows in the same atomic step in which they come into being. A run that has begun goes on before what is as urgent and
 * waits, and never before what is more urgent; in all else it is a claim like others. It is an offer: a store may leave any of them waiting,
 * and they are claimed later.
 */
export interface ClaimReleased extends LeaseTerms, ExceptTypes {
  /** How many of each queue. */
  readonly lanes: readonly Lane[];
  /** Called with what was claimed once that is stored: after those who listen to changes of runs, and before the settlement resolves. */
  readonly take: (claimed: readonly Execution[]) => void;
}
