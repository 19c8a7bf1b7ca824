import type { Backoff, NamedPolicy } from '@scheduler/contracts';
import { backoffDelay } from './backoff.js';
import { type ErrorClassification, classifyError, type ErrorClassifier } from './classify-error.js';

export type NextAction =
  | { readonly kind: 'retry'; readonly delayMs: number }
  | { readonly kind: 'dead_letter' }
  | { readonly kind: 'discard' };

export interface FailurePolicy {
  readonly maxRetries: number;
  readonly backoff: Backoff;
  /** What the job has named itself, so that the class of an error does not change it. Default: nothing. */
  readonly named?: readonly NamedPolicy[];
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

export function backoffFor({ backoff, namesDelay }: ErrorClassification, policy: FailurePolicy): Backoff {
  const isJobs = policy.named?.includes('backoff') === true && !namesDelay;
  return isJobs ? policy.backoff : (backoff ?? policy.backoff);
}

/**
 * How many retries an error allows: those that the job has named, else those of its class. The default of the configuration is for errors
 * without a class. An error that names its own attempts may ask for fewer than the job, but not for more.
 */
export function retriesFor(
  { retryable, maxRetries, namesRetries }: ErrorClassification,
  policy: Pick<FailurePolicy, 'maxRetries' | 'named'>,
): number {
  if (!retryable) return 0;
  if (maxRetries === null) return policy.maxRetries;
  if (policy.named?.includes('maxRetries') !== true) return maxRetries;
  return namesRetries ? Math.min(maxRetries, policy.maxRetries) : policy.maxRetries;
}
