import type { JobPolicies } from '@scheduler/contracts';
import { SharedJson } from './shared-json.js';

/** Policies hold numbers and names alone, and thousands of rows have the same ones. */
export const policiesOf = new SharedJson((text): JobPolicies => {
  const policies = JSON.parse(text) as JobPolicies;
  if (typeof policies?.timeoutMs !== 'number' || typeof policies.maxRetries !== 'number')
    throw new SyntaxError('policies without timeout or retries');
  return policies;
});
