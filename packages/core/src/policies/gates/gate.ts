import type { Execution, ReasonCode } from '@scheduler/contracts';

/** A policy that decides whether executions may run now. Those that may not wait, which costs them no try. */
export interface Gate {
  /** Before a claim: how many of a queue may be claimed. Missing, or null: as many as are wanted, and it decides after the claim. */
  reserve?(request: { readonly queue: string; readonly wanted: number }): Promise<Reservation | null>;
  /** Whether it has a say about an execution; where it has none about any, it is not asked. Missing: about all. */
  appliesTo?(execution: Execution): boolean;
  /** After a claim, before anything is started; answers in the order of the executions, or ALL_RUN. Missing: all may run. */
  admit?(executions: readonly Execution[], terms: AdmissionTerms): Promise<readonly Admission[]>;
  /** Right before the start of what it admitted, which may have waited for a slot; by what is known without asking anybody. Missing: yes. */
  mayStart?(execution: Execution): Admission;
  /** What it had reserved or admitted, and another gate then let wait. It must not fail: they are put back already. */
  withdraw?(executions: readonly Execution[], terms: WithdrawalTerms): Promise<void>;
}

export interface AdmissionTerms {
  /** The queues for which it had reserved before the claim. */
  readonly reserved: ReadonlySet<string>;
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

export type Admission = 'run' | Deferral;

/** The usual answer, without one for each. */
export const ALL_RUN: readonly Admission[] = Object.freeze([]);

export interface Deferral {
  readonly delayMs: number;
  readonly reason: ReasonCode;
  readonly message: string | null;
}
