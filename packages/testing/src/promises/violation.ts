/**
 * - `A` each occurrence runs at least once
 * - `B` one row for each occurrence
 * - `C` one effect for each occurrence, with the fence
 * - `D` nothing is stuck
 * - `E` no overlap where it is forbidden
 * - `F` the stored outcome is the current holder's
 * - `G` counters and budgets are exact
 * - `W` workflows end as their steps demand, in the order of their graph, and what has to be undone is undone once
 */
export type PromiseLetter = 'A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G' | 'W';

export interface Violation {
  readonly promise: PromiseLetter;
  /** What was observed, with the ids concerned. */
  readonly message: string;
}
