import { ResultInvalid } from '../errors/errors.js';
import { duration, nullable } from '../input/check.js';
import type { DurationInput } from '../values/duration.js';

/** Wraps an error to force a retry, whatever its class. The wrapped error is stored. */
export class RetryableError extends Error {
  /** Null: the backoff of the policy decides. */
  readonly delay: DurationInput | null;

  constructor(error: unknown, delay: DurationInput | null) {
    super(error instanceof Error ? error.message : String(error), { cause: error });
    const issues = nullable(duration())(delay, 'delay');
    if (issues.length > 0) throw new ResultInvalid(issues, { cause: error });
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
 * Throw it to try again after a given delay, while retries are left. A delay that is none is refused with ResultInvalid.
 *
 * @example
 * throw retryAfter(error, '5m');
 */
export function retryAfter(error: unknown, delay: DurationInput): RetryableError {
  return new RetryableError(error, delay);
}
