import type { Execution } from '@scheduler/contracts';
import {
  countStatuses,
  type CountExecutions,
  type ExecutionCounts,
  isInScope,
} from '@scheduler/contracts/adapter';
import type { MemoryDatabase } from '../database/memory-database.js';
import { executionsOf } from './list-executions.js';

export function countExecutions(
  database: MemoryDatabase,
  { tenant, queue, jobId }: CountExecutions,
): ExecutionCounts {
  const counted: Execution[] = [];
  for (const execution of executionsOf(database, jobId)) {
    if (isInScope(execution, tenant) && (queue === undefined || execution.queue === queue))
      counted.push(execution);
  }
  return countStatuses(counted);
}
