import type { DurationInput } from '../values/duration.js';
import type { Backoff } from '../jobs/policies.js';

/**
 * The class of an error:
 * - `retryable`: likely to succeed later, such as a timeout or a refused connection
 * - `transient`: likely to succeed within a moment, such as a locked resource
 * - `degraded`: a service is down and needs time
 * - `terminal`: a retry would fail in the same way, such as something that does not exist or is not allowed
 */
export type ErrorClass = 'retryable' | 'transient' | 'degraded' | 'terminal';

export const ERROR_CLASSES: readonly ErrorClass[] = ['retryable', 'transient', 'degraded', 'terminal'];

/**
 * How an error wants to be handled. Any thrown object can implement it: `recoverable` is required, the rest is optional.
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
  /** Default: as the scheduler classifies the error. */
  readonly errorClass?: ErrorClass;
  /** How delays grow after `retryDelay`. Default: the strategy of its class. */
  readonly strategy?: Backoff['strategy'];
  /** For people and dashboards. Default: `error`. */
  readonly severity?: 'info' | 'warning' | 'error' | 'critical';
  /** Whether it counts as a failure of a circuit. Default: true unless it is terminal. */
  readonly tripsCircuit?: boolean;
  /** The most attempts in total; the policy of the job may allow fewer. */
  readonly maxAttempts?: number;
  /** The delay before the first retry. Default: the backoff of the policy. */
  readonly retryDelay?: DurationInput;
  /** What happens when it is not retried any more. Default: a dead letter, if dead letters are enabled. */
  readonly fallback?: 'dead_letter' | 'discard';
}

export function isRecoverable(error: unknown): error is Recoverable {
  return (
    typeof error === 'object' &&
    error !== null &&
    typeof (error as { recoverable?: unknown }).recoverable === 'boolean'
  );
}
