import { type Execution, executionStatuses } from '@scheduler/contracts';
import type { MemoryDatabase } from '../database/memory-database.js';
import { hasUnfinished } from './has-unfinished.js';

/** Updates counters and status of the job whose execution has ended, in the same step. */
export function countInJob(database: MemoryDatabase, execution: Execution, at: Date): void {
  const { jobId, status } = execution;
  if (jobId === null || !executionStatuses.isFinal(status)) return;
  const record = database.jobs.records.get(jobId);
  if (record === undefined) return;
  const job = record.job.settled({
    status,
    durationMs: execution.durationMs ?? 0,
    hasUnfinished: hasUnfinished(database, jobId),
    at,
  });
  database.jobs.replace(record, job.with({ revision: record.job.revision + 1 }));
}

/** Updates the job of a cancelled execution. It is not counted, but a job that has no further run ends with the last execution. */
export function endFinishedJob(database: MemoryDatabase, execution: Execution, at: Date): void {
  const record = execution.jobId === null ? undefined : database.jobs.records.get(execution.jobId);
  if (record === undefined) return;
  const { job } = record;
  const left = job.executionCancelled({ hasUnfinished: hasUnfinished(database, job.id), at });
  if (left !== job) database.jobs.replace(record, left.with({ revision: job.revision + 1 }));
}
