import type { Lateness } from '../executions/execution.js';
import type { JsonValue } from '../values/json.js';
import type { Logger } from '../host/logger.js';
import type { CallerTransaction } from '../values/caller-transaction.js';

/** What a handler knows about the attempt that it is called for. */
export interface JobContext {
  readonly executionId: string;
  /** From 1; an interruption or a snooze does not count. */
  readonly attempt: number;
  readonly maxAttempts: number;
  /** The nominal instant of the occurrence; for an enqueued item the instant it was meant to run at. */
  readonly scheduledAt: Date;
  readonly startedAt: Date;
  readonly lateness: Lateness;
  /** The how-manieth occurrence of its job, from 1, the same in every attempt. Null where it is none. */
  readonly occurrence: number | null;
  /** Grows with every attempt. A resource that remembers the highest it saw can refuse a stale worker. */
  readonly fence: number;
  /** The same in every attempt of this execution: give it to third parties that honour one. */
  readonly idempotencyKey: string;
  /** The node that runs it. */
  readonly node: string;
  /** Aborted at the timeout, on cancellation, when the lease is lost, and at shutdown; its reason says which. */
  readonly signal: AbortSignal;
  /**
   * Records the success inside the handler's own transaction: its effect and the outcome are committed together or not at all.
   * Throws LeaseLost where the lease is another's, so that the transaction rolls back. Return normally after the commit.
   */
  completeIn(transaction: CallerTransaction, output?: JsonValue): Promise<void>;
  /** How far it has come, for people who look: written now and then, and at the end. `total` null: nobody knows. */
  progress(done: number, total?: number | null): void;
  /**
   * Saves where it has come to, JSON of at most 256 KB: an attempt after a crash finds it in `lastCheckpoint`. Throws LeaseLost where the
   * lease is another's, and the reason of the signal where the attempt is to stop. Without a value nothing is saved.
   */
  checkpoint(value?: JsonValue): Promise<void>;
  /** What was saved last, in this attempt or an earlier one of the same execution. Null: nothing. */
  readonly lastCheckpoint: JsonValue;
  /** The time of the scheduler's clock, which tests can set. */
  now(): Date;
  /** Lines that are stored with the execution. */
  readonly log: Logger;
  /** What middleware, hooks and handler of this one attempt tell each other. */
  readonly values: Map<string, unknown>;
}
