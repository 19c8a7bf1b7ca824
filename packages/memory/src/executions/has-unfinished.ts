import type { MemoryDatabase } from '../database/memory-database.js';

/** Whether an execution of the job is pending or running. */
export function hasUnfinished({ executions }: MemoryDatabase, jobId: string): boolean {
  return (executions.runsOf(jobId)?.unfinished ?? 0) > 0;
}
