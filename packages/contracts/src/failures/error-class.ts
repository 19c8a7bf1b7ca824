import type { DurationInput } from '../values/duration.js';
import type { Backoff } from '../jobs/policies.js';

/**
 * What kind of failure an error is:
 * - `retryable`: likely to go away, such as a timeout or a refused connection
 * - `transient`: over in a moment, such as something busy
 * - `degraded`: a service that is down and needs time
 * - `terminal`: the same next time, such as something that is not there or not allowed
 */
export type ErrorClass = 'retryable' | 'transient' | 'degraded' | 'terminal';

export const ERROR_CLASSES: readonly ErrorClass[] = ['retryable', 'transient', 'degraded', 'terminal'];

/**
 * What an error may say about itself. Any object that is thrown can: it needs `recoverable`, the rest is optional.
 *
 * @example
 * class QuotaExceeded extends Error implements Recoverable {
 *   readonly recoverable = true;
 *   readonly retryDelay = '1h';
 *   readonly tripsCircuit = false;
 * }
 */
export interface Recoverable {
  /** False: no retry helps. */
  readonly recoverable: boolean;
  /** Default: by what the error looks like. */
  readonly errorClass?: ErrorClass;
  /** How delays grow, where `retryDelay` gives the first. Default: that of its class. */
  readonly strategy?: Backoff['strategy'];
  /** For people and dashboards. Default `error`. */
  readonly severity?: 'info' | 'warning' | 'error' | 'critical';
  /** Whether it counts against a circuit. Default: unless it is terminal. */
  readonly tripsCircuit?: boolean;
  /** Attempts in all, at most; the policy of the job may allow fewer. */
  readonly maxAttempts?: number;
  /** Before the first retry. Default: the policy's backoff. */
  readonly retryDelay?: DurationInput;
  /** What becomes of it when it is not retried any more. Default: a dead letter, where they are on. */
  readonly fallback?: 'dead_letter' | 'discard';
}

export function isRecoverable(error: unknown): error is Recoverable {
  return (
    typeof error === 'object' &&
    error !== null &&
    typeof (error as { recoverable?: unknown }).recoverable === 'boolean'
  );
}
