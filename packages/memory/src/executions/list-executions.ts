import type { Execution, Page } from '@scheduler/contracts';
import { copyExecution, type ListExecutions, pageOfExecutions } from '@scheduler/contracts/adapter';
import type { MemoryDatabase } from '../database/memory-database.js';

export function listExecutions(database: MemoryDatabase, request: ListExecutions): Page<Execution> {
  const page = pageOfExecutions(executionsOf(database, request.jobId), request);
  return { ...page, items: page.items.map((execution) => copyExecution(execution)) };
}

/** The executions of one job, or all. */
export function* executionsOf(
  { executions }: MemoryDatabase,
  jobId: string | undefined,
): Iterable<Execution> {
  const records =
    jobId === undefined ? executions.records.values() : (executions.runsOf(jobId)?.records ?? []);
  for (const { execution } of records) yield execution;
}
