import type { Backoff } from '@scheduler/contracts';
import { backoffDelay } from './backoff.js';
import { type ErrorClassification, classifyError, type ErrorClassifier } from './classify-error.js';

export type NextAction =
  | { readonly kind: 'retry'; readonly delayMs: number }
  | { readonly kind: 'dead_letter' }
  | { readonly kind: 'discard' };

export interface FailurePolicy {
  readonly maxRetries: number;
  readonly backoff: Backoff;
  /** True: the job has named its retries or its backoff itself, so that the class of an error does not change them. */
  readonly isOwn: boolean;
}

export interface NextActionRequest {
  readonly error: unknown;
  /** The attempt that failed, from 1. */
  readonly attempt: number;
  readonly policy: FailurePolicy;
  readonly classify?: ErrorClassifier;
  /** In [0, 1), for the jitter. Default 0: none is taken off. */
  readonly random?: number;
}

/**
 * What follows from a failure, by the class of its error and the policy of its job.
 *
 * @example
 * nextAction({ error, attempt: 1, policy }); // { kind: 'retry', delayMs: 1000 }
 */
export function nextAction({ error, attempt, policy, classify, random = 0 }: NextActionRequest): NextAction {
  const classified = classifyError(error, classify);
  if (attempt > retriesFor(classified, policy)) return { kind: classified.fallback };
  return { kind: 'retry', delayMs: backoffDelay(backoffFor(classified, policy), attempt, random) };
}

export function backoffFor({ backoff, forceRetry }: ErrorClassification, policy: FailurePolicy): Backoff {
  return policy.isOwn && !forceRetry ? policy.backoff : (backoff ?? policy.backoff);
}

/** Never more than the retries of the job, since the rescue of lost executions knows no error classes. */
export function retriesFor(
  { retryable, maxRetries, forceRetry }: ErrorClassification,
  policy: Pick<FailurePolicy, 'maxRetries' | 'isOwn'>,
): number {
  if (!retryable) return 0;
  if (maxRetries === null || (policy.isOwn && !forceRetry)) return policy.maxRetries;
  return Math.min(maxRetries, policy.maxRetries);
}
