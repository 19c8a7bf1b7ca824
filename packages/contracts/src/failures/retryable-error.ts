import type { DurationInput } from '../values/duration.js';

/** Wraps an error to force a retry, whatever its class. The wrapped error is stored. */
export class RetryableError extends Error {
  /** Null: the backoff of the policy decides. */
  readonly delay: DurationInput | null;

  constructor(error: unknown, delay: DurationInput | null) {
    super(error instanceof Error ? error.message : String(error), { cause: error });
    this.name = 'RetryableError';
    this.delay = delay;
  }
}

/**
 * Throw it to try again while retries are left.
 *
 * @example
 * throw retry(error);
 */
export function retry(error: unknown): RetryableError {
  return new RetryableError(error, null);
}

/**
 * Throw it to try again after a given delay, while retries are left.
 *
 * @example
 * throw retryAfter(error, '5m');
 */
export function retryAfter(error: unknown, delay: DurationInput): RetryableError {
  return new RetryableError(error, delay);
}
