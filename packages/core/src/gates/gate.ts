import type { Execution, ReasonCode } from '@scheduler/contracts';

/** A policy that decides whether executions may run now. Those that may not wait, which costs them no try. */
export interface Gate {
  /** Before a claim: how many of a queue may be claimed. Missing: as many as are wanted. */
  reserve?(request: { readonly queue: string; readonly wanted: number }): Promise<Reservation>;
  /** After a claim, before anything is started; answers in the order of the executions. Missing: all may run. */
  admit?(executions: readonly Execution[]): Promise<readonly Admission[]>;
}

export interface Reservation {
  readonly granted: number;
  /** What was granted and not claimed. */
  giveBack(unused: number): Promise<void>;
}

export type Admission = 'run' | Waiting;

export interface Waiting {
  readonly delayMs: number;
  readonly reason: ReasonCode;
  readonly message: string | null;
}
