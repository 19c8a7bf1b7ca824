import type { JobPolicies } from '@scheduler/contracts';
import { NO_CONCURRENCY_LIMITS } from '@scheduler/contracts/adapter';
import { SharedJson } from './shared-json.js';

/** The defaults of policies that older rows do not have. */
const DEFAULTS = { ...NO_CONCURRENCY_LIMITS, unique: null };

/** Policies hold only numbers and names, and thousands of rows have equal ones. */
export const policiesOf = new SharedJson((text): JobPolicies => {
  const policies = JSON.parse(text) as JobPolicies;
  if (typeof policies?.timeoutMs !== 'number' || typeof policies.maxRetries !== 'number')
    throw new SyntaxError('policies without timeout or retries');
  return { ...DEFAULTS, ...policies };
});
