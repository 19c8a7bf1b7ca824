import { type Execution, jobConcurrencyLimit } from '../executions/execution.js';
import type { ClaimReleased } from '../ports/claim-terms.js';

/**
 * The executions that a settlement may claim of those that it releases, by their queues and the most urgent first. What would have to be counted
 * under a limit before it may run is left to the claims that do.
 */
export function releasedCandidates(
  executions: readonly Execution[],
  { lanes, exceptTypes = [] }: Pick<ClaimReleased, 'lanes' | 'exceptTypes'>,
  at: Date,
): ReadonlyMap<string, readonly Execution[]> {
  const found = new Map<string, readonly Execution[]>();
  for (const { queue, limit } of lanes) {
    const free = executions.filter(
      (one) => one.queue === queue && isFree(one, at) && !exceptTypes.includes(one.type),
    );
    if (free.length === 0 || limit <= 0) continue;
    found.set(queue, byUrgency(free).slice(0, limit));
  }
  return found;
}

function isFree(execution: Execution, at: Date): boolean {
  const { status, availableAt, jobId, unique, concurrencyKey } = execution;
  return (
    status === 'pending' &&
    availableAt <= at &&
    jobId === null &&
    unique === null &&
    concurrencyKey === null &&
    jobConcurrencyLimit(execution) === Infinity
  );
}

/** Usually all are equally urgent, and stay in the order in which they were released. */
function byUrgency(executions: readonly Execution[]): readonly Execution[] {
  return executions.toSorted((a, b) => a.priority - b.priority);
}
