import type { DurationInput } from '../values/duration.js';

/** Wraps the error of an attempt that is to be made again, whatever class the error has. What is stored is the error itself. */
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
 * Try again while retries are left.
 *
 * @example
 * throw retry(error);
 */
export function retry(error: unknown): RetryableError {
  return new RetryableError(error, null);
}

/**
 * Try again after a delay of its own, while retries are left.
 *
 * @example
 * throw retryAfter(error, '5m');
 */
export function retryAfter(error: unknown, delay: DurationInput): RetryableError {
  return new RetryableError(error, delay);
}
