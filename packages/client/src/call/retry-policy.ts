import type { RetryOptions } from '../options/call-options.js';
import { ConnectionFailed, RequestTimedOut } from '../errors/client-errors.js';
import { SchedulerApiError } from '../errors/scheduler-api-error.js';

export type RetryPolicy = Required<RetryOptions>;

export const DEFAULT_RETRY: RetryPolicy = { maxRetries: 3, delayMs: 200, maxDelayMs: 30_000 };

/** Statuses that say nothing about the request: the same one may succeed a little later. */
const PASSING: readonly number[] = [408, 429, 502, 503, 504];

export interface FailedAttempt {
  readonly error: unknown;
  /** How often the call was repeated already. */
  readonly retries: number;
  /** Whether nothing can happen twice: it changes nothing, or has an idempotency key. */
  readonly isRepeatable: boolean;
  readonly policy: RetryPolicy;
  /** From 0 to below 1. */
  readonly random: number;
}

/** How long to wait before the call is repeated. Null: it is not. */
export function delayBeforeRetry({
  error,
  retries,
  isRepeatable,
  policy,
  random,
}: FailedAttempt): number | null {
  if (!isRepeatable || retries >= policy.maxRetries || !isPassing(error, retries)) return null;
  const asked = error instanceof SchedulerApiError ? error.retryAfterMs : null;
  if (asked !== null && asked > policy.maxDelayMs) return null;
  return Math.max(asked ?? 0, backoff(policy, { retries, random }));
}

/** Doubles with each repetition. Half of it is drawn, so that clients that failed together do not come back together. */
export function backoff(
  { delayMs, maxDelayMs }: Pick<RetryPolicy, 'delayMs' | 'maxDelayMs'>,
  { retries, random }: Pick<FailedAttempt, 'retries' | 'random'>,
): number {
  const full = Math.min(maxDelayMs, delayMs * 2 ** retries);
  return Math.round(full / 2 + (full / 2) * random);
}

function isPassing(error: unknown, retries: number): boolean {
  if (error instanceof ConnectionFailed || error instanceof RequestTimedOut) return true;
  if (!(error instanceof SchedulerApiError)) return false;
  return PASSING.includes(error.status) || (retries > 0 && isStillRunning(error));
}

/** The attempt before this one is being carried out: its answer is about to be known under the same key. */
export function isStillRunning(error: unknown): boolean {
  return error instanceof SchedulerApiError && error.code === 'IDEMPOTENCY_KEY_IN_USE';
}
