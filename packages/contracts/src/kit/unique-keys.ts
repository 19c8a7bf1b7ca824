import { JobAlreadyExists } from '../errors/errors.js';
import type { Execution } from '../executions/execution.js';
import { skipAsDuplicate } from '../executions/execution-lifecycle.js';
import { keepsUniqueKey } from '../jobs/uniqueness.js';

/** Whether the latest execution with the same unique key keeps a new one from being made. */
export function standsInTheWay(latest: Execution, execution: Execution, at: Date): boolean {
  const { unique, status, id, createdAt } = latest;
  if (unique === null || id === execution.originalExecutionId || !keepsUniqueKey(unique, status))
    return false;
  return unique.periodMs === null || createdAt.getTime() + unique.periodMs > at.getTime();
}

/**
 * A new execution as it is to be stored: skipped if its unique key is taken. Throws JobAlreadyExists where it is to be refused instead.
 * `latest`: the execution that took the key last. Null: nobody has.
 */
export function withUniqueKey(execution: Execution, latest: Execution | null, at: Date): Execution {
  const { unique, status } = execution;
  if (unique === null || status !== 'pending' || latest === null) return execution;
  if (!standsInTheWay(latest, execution, at)) return execution;
  if (unique.onConflict === 'skip') return skipAsDuplicate(execution, latest.id, at);
  throw new JobAlreadyExists('uniqueKey', unique.onConflict.refuse);
}

/** The same for a call that may not skip anything: a taken key is refused. */
export function refuseTakenUniqueKey(execution: Execution, latest: Execution | null, at: Date): void {
  const { status, reason } = withUniqueKey(execution, latest, at);
  if (status === 'skipped') throw new JobAlreadyExists('uniqueKey', reason?.message ?? '');
}
