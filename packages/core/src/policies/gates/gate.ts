import type { Execution, ReasonCode } from '@scheduler/contracts';

/** A policy that decides whether executions may run now. Those that may not are deferred, which uses up no attempt. */
export interface Gate {
  /** Called before a claim: how many of a queue may be claimed. Missing, or null: as many as wanted, and the gate decides after the claim. */
  reserve?(request: { readonly queue: string; readonly wanted: number }): Promise<Reservation | null>;
  /** Whether the gate decides about an execution; a gate that applies to none of them is not called. Missing: it applies to all. */
  appliesTo?(execution: Execution): boolean;
  /** Called after a claim, before anything is started; returns answers in the order of the executions, or ALL_RUN. Missing: all may run. */
  admit?(executions: readonly Execution[], terms: AdmissionTerms): Promise<readonly Admission[]>;
  /** Called right before the start of an admitted execution, which may have waited for a slot; decides without I/O. Missing: it may start. */
  mayStart?(execution: Execution): Admission;
  /** Called for executions that this gate reserved or admitted, and another gate then deferred. It must not fail: they are put back already. */
  withdraw?(executions: readonly Execution[], terms: WithdrawalTerms): Promise<void>;
}

export interface AdmissionTerms {
  /** The queues for which the gate had reserved before the claim. */
  readonly reserved: ReadonlySet<string>;
}

export interface WithdrawalTerms extends AdmissionTerms {
  /** Whether the gate was called after the claim and admitted them. */
  readonly admitted: boolean;
}

export interface Reservation {
  readonly granted: number;
  /** When more may be granted. Missing: it is not known. */
  readonly retryAfterMs?: number;
  /** Returns what was granted and not claimed. It must not fail: the rest is claimed already. */
  giveBack(unused: number): Promise<void>;
}

export type Admission = 'run' | Deferral;

/** The usual answer: every execution may run. */
export const ALL_RUN: readonly Admission[] = Object.freeze([]);

export interface Deferral {
  readonly delayMs: number;
  readonly reason: ReasonCode;
  readonly message: string | null;
}
