import type { Execution } from '@scheduler/contracts';
import { figuresOfJob, type JobFigures, type JobFiguresRequest } from '@scheduler/contracts/adapter';
import { recordsOf } from '../executions/list-executions.js';
import { isInScope } from '../database/in-scope.js';
import type { MemoryDatabase } from '../database/memory-database.js';

export function jobFigures(
  database: MemoryDatabase,
  { jobId, tenant, latest }: JobFiguresRequest,
): JobFigures {
  const executions = [...recordsOf(database, jobId)]
    .map(({ execution }) => execution)
    .filter((execution) => execution.status !== 'pending' && isInScope(execution, tenant))
    .sort((a, b) => beganAt(b) - beganAt(a) || (a.id < b.id ? 1 : -1))
    .slice(0, latest);
  return figuresOfJob(executions);
}

function beganAt({ startedAt, scheduledAt }: Execution): number {
  return (startedAt ?? scheduledAt).getTime();
}
