import type { JobPolicies } from '@scheduler/contracts';
import { NO_CONCURRENCY_LIMITS } from '@scheduler/contracts/adapter';
import { SharedJson } from './shared-json.js';

/** What rows do not have that were stored before there was such a policy. */
const LATER = { ...NO_CONCURRENCY_LIMITS, unique: null };

/** Policies hold numbers and names alone, and thousands of rows have the same ones. */
export const policiesOf = new SharedJson((text): JobPolicies => {
  const policies = JSON.parse(text) as JobPolicies;
  if (typeof policies?.timeoutMs !== 'number' || typeof policies.maxRetries !== 'number')
    throw new SyntaxError('policies without timeout or retries');
  return { ...LATER, ...policies };
});
