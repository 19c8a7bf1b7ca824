import type { Execution } from '../executions/execution.js';
import { cancelPendingExecution, type ClaimTerms } from '../executions/execution-lifecycle.js';
import type { LeaseTerms } from '../ports/claim-terms.js';
import type { CancelRequested } from '../ports/execution-repository.js';

/** A lease begins with the claim, by the store's time. */
export function claimTerms({ owner, leaseMs }: LeaseTerms, at: Date): ClaimTerms {
  return { owner, leaseUntil: new Date(at.getTime() + leaseMs), at };
}

/** The fence alone decides: a lease that has expired is still held until the execution is rescued. */
export function isHeld({ status, fence }: Pick<Execution, 'status' | 'fence'>, leaseFence: number): boolean {
  return status === 'running' && fence === leaseFence;
}

/** A waiting execution is cancelled, a running one asked to stop, and one that has ended is left as it is. */
export function cancelRequested(execution: Execution, reason: string, at: Date): CancelRequested {
  if (execution.status === 'pending')
    return { state: 'cancelled', execution: cancelPendingExecution(execution, reason, at) };
  if (execution.status !== 'running') return { state: 'ended', execution };
  return { state: 'stopping', execution: { ...execution, cancelRequest: reason } };
}
