import type { Execution, ReasonCode } from '@scheduler/contracts';

/** A policy that decides whether executions may run now. Those that may not wait, which costs them no try. */
export interface Gate {
  /** Before a claim: how many of a queue may be claimed. Missing: as many as are wanted. */
  reserve?(request: { readonly queue: string; readonly wanted: number }): Promise<Reservation>;
  /** Whether it has a say about an execution; where it has none about any, it is not asked. Missing: about all. */
  concerns?(execution: Execution): boolean;
  /** After a claim, before anything is started; answers in the order of the executions. Missing: all may run. */
  admit?(executions: readonly Execution[], terms: AdmissionTerms): Promise<readonly Admission[]>;
  /** Right before the start of what it admitted, which may have waited for a slot; by what is known without asking anybody. Missing: yes. */
  mayStart?(execution: Execution): Admission;
  /** What it had reserved or admitted, and another gate then let wait. It must not fail: they are put back already. */
  withdraw?(executions: readonly Execution[], terms: WithdrawalTerms): Promise<void>;
}

export interface AdmissionTerms {
  /** False: messages named them, so that nobody was asked before the claim. */
  readonly reserved: boolean;
}

export interface WithdrawalTerms extends AdmissionTerms {
  /** Whether it was asked after the claim and let them run. */
  readonly admitted: boolean;
}

export interface Reservation {
  readonly granted: number;
  /** When more may be granted than was. Missing: nobody knows. */
  readonly retryAfterMs?: number;
  /** What was granted and not claimed. It must not fail: the rest is claimed already. */
  giveBack(unused: number): Promise<void>;
}

export type Admission = 'run' | Waiting;

export interface Waiting {
  readonly delayMs: number;
  readonly reason: ReasonCode;
  readonly message: string | null;
}
