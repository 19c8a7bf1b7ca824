import type { Execution, Page } from '@scheduler/contracts';
import { type ListExecutions, pageOfExecutions } from '@scheduler/contracts/adapter';
import type { MemoryDatabase } from '../database/memory-database.js';

export function listExecutions(database: MemoryDatabase, request: ListExecutions): Page<Execution> {
  return pageOfExecutions(executionsOf(database, request.jobId), request);
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
