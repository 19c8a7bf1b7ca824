import type { Execution } from '../executions/execution.js';

/**
 * An execution that was made available at once (`availableAt` is not after `createdAt`) is available when it is stored, although the
 * clock of its maker may be ahead of the store's. One that is to run later stays as it is.
 */
export function availableWhenAdded(execution: Execution, nowMs: number): Execution {
  const { status, availableAt, createdAt } = execution;
  const isAhead = status === 'pending' && availableAt <= createdAt && availableAt.getTime() > nowMs;
  return isAhead ? { ...execution, availableAt: new Date(nowMs) } : execution;
}
