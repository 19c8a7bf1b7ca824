import type { CallerTransaction, Clock, Execution, ExecutionProgress, JsonValue } from '@scheduler/contracts';
import type { SettleResult } from '@scheduler/contracts/adapter';
import type { NodeTracing } from '../../signals/tracing/node-tracing.js';
import type { Redact } from '../../support/redaction/redact.js';
import type { AttemptEnd } from '../../policies/failures/attempt-end.js';

/** Why an attempt has to stop: how it ends, and the error that its signal is aborted with. */
export interface Stop {
  readonly end: AttemptEnd;
  readonly error: Error;
}

/** What an attempt uses while it runs. */
export interface AttemptServicesOf<TAttempt> {
  readonly node: string;
  readonly clock: Clock;
  /** Takes secrets out of the log lines of handlers. */
  readonly redact: Redact;
  readonly tracing: Pick<NodeTracing, 'step'>;
  /** Throws FeatureNotSupported where the store has no event log. */
  readonly requireEventLog: () => void;
  readonly writes: AttemptStoreWritesOf<TAttempt>;
  /** Stops the attempt when its time is up; called again after it was suspended. */
  watchTimeLimit(attempt: TAttempt): void;
  /** The attempt has to end like this, whatever its handler does. */
  stopped(attempt: TAttempt, end: AttemptEnd): void;
}

/** How an attempt reaches the store. */
export interface AttemptStoreWritesOf<TAttempt> {
  logLineAdded(attempt: TAttempt, waiting: number): void;
  /** False where it was refused, because the lease is another's. */
  saveProgress(attempt: TAttempt, progress: ExecutionProgress): Promise<boolean>;
  progressNotSaved(attempt: TAttempt, error: unknown): void;
  /** Records the success in the transaction of the handler. Null where the lease is another's. */
  completeIn(attempt: TAttempt, transaction: CallerTransaction, output: JsonValue): Promise<SettleResult>;
}

/**
 * Called as an attempt goes on: by calls and not by promises, since there are tens of thousands of attempts a second. One object serves
 * many attempts. It must not throw.
 */
export interface AttemptListenerOf<TAttempt> {
  /** The handler has really come to its end. One that ignores its signal may do so after its attempt was settled. */
  handled(attempt: TAttempt): void;
  /** The execution as it was recorded. Null: the lease was lost, and whatever the handler did is not recorded. */
  settled(attempt: TAttempt, settled: Execution | null): void;
  /** The attempt could not be brought to its end. */
  failed(attempt: TAttempt, error: unknown): void;
}
