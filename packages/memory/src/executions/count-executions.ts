import type { ExecutionStatus } from '@scheduler/contracts';
import type { CountExecutions, ExecutionCounts } from '@scheduler/contracts/adapter';
import { isInScope } from '../database/in-scope.js';
import type { MemoryDatabase } from '../database/memory-database.js';
import { recordsOf } from './list-executions.js';

export function countExecutions(
  database: MemoryDatabase,
  { tenant, queue, jobId }: CountExecutions,
): ExecutionCounts {
  const counts: Record<ExecutionStatus, number> = {
    pending: 0,
    running: 0,
    success: 0,
    failed: 0,
    timeout: 0,
    cancelled: 0,
    skipped: 0,
  };
  for (const { execution } of recordsOf(database, jobId)) {
    const isCounted = isInScope(execution, tenant) && (queue === undefined || execution.queue === queue);
    if (isCounted) counts[execution.status] += 1;
  }
  return counts;
}
