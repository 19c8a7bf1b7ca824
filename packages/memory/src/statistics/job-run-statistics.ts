import type { Execution } from '@scheduler/contracts';
import {
  jobRunStatisticsOf,
  type JobRunStatistics,
  type JobRunStatisticsRequest,
} from '@scheduler/contracts/adapter';
import { recordsOf } from '../executions/list-executions.js';
import { isInScope } from '../database/in-scope.js';
import type { MemoryDatabase } from '../database/memory-database.js';

export function jobRunStatistics(
  database: MemoryDatabase,
  { jobId, tenant, latest }: JobRunStatisticsRequest,
): JobRunStatistics {
  const executions = [...recordsOf(database, jobId)]
    .map(({ execution }) => execution)
    .filter((execution) => execution.status !== 'pending' && isInScope(execution, tenant))
    .sort((a, b) => beganAt(b) - beganAt(a) || (a.id < b.id ? 1 : -1))
    .slice(0, latest);
  return jobRunStatisticsOf(executions);
}

function beganAt({ startedAt, scheduledAt }: Execution): number {
  return (startedAt ?? scheduledAt).getTime();
}
