import type { Execution } from '@scheduler/contracts';
import {
  isInScope,
  type JobRunStatistics,
  jobRunStatisticsOf,
  type JobRunStatisticsRequest,
} from '@scheduler/contracts/adapter';
import { executionsOf } from '../executions/list-executions.js';
import type { MemoryDatabase } from '../database/memory-database.js';

export function jobRunStatistics(
  database: MemoryDatabase,
  { jobId, tenant, latest }: JobRunStatisticsRequest,
): JobRunStatistics {
  const executions = [...executionsOf(database, jobId)]
    .filter((execution) => execution.status !== 'pending' && isInScope(execution, tenant))
    .sort((a, b) => beganAt(b) - beganAt(a) || (a.id < b.id ? 1 : -1))
    .slice(0, latest);
  return jobRunStatisticsOf(executions);
}

function beganAt({ startedAt, scheduledAt }: Execution): number {
  return (startedAt ?? scheduledAt).getTime();
}
