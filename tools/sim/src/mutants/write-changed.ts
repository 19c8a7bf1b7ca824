import { type Execution, executionStatuses } from '@scheduler/contracts';
import type { MemoryDatabase } from '@scheduler/memory';

/** Writes an execution over its current row, and counts it in its job if it has ended, as a correct store does in the same step. */
export function writeChanged(database: MemoryDatabase, execution: Execution, at: Date): void {
  const record = database.executions.records.get(execution.id);
  if (record === undefined) return;
  database.executions.replace(record, execution, at.getTime());
  if (executionStatuses.isFinal(execution.status)) countInJob(database, execution, at);
}

function countInJob(database: MemoryDatabase, { jobId, status, durationMs }: Execution, at: Date): void {
  const record = jobId === null ? undefined : database.jobs.records.get(jobId);
  if (jobId === null || record === undefined) return;
  const hasUnfinished = (database.executions.runsOf(jobId)?.unfinished ?? 0) > 0;
  const job = record.job.settled({ status, durationMs: durationMs ?? 0, hasUnfinished, at });
  database.jobs.replace(record, job.with({ revision: record.job.revision + 1 }));
}
