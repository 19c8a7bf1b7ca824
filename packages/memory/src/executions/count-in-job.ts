import { type Execution, executionStatuses } from '@scheduler/contracts';
import type { MemoryDatabase } from '../database/memory-database.js';
import { hasUnfinished } from './has-unfinished.js';

/** In the step that ended an execution after it ran: counters and status of its job. */
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

/** In the step that cancelled a waiting execution: it does not count, but a job that has nothing left ends with it. */
export function endJobWithout(database: MemoryDatabase, execution: Execution, at: Date): void {
  const record = execution.jobId === null ? undefined : database.jobs.records.get(execution.jobId);
  if (record === undefined) return;
  const { job } = record;
  const left = job.executionCancelled({ hasUnfinished: hasUnfinished(database, job.id), at });
  if (left !== job) database.jobs.replace(record, left.with({ revision: job.revision + 1 }));
}
