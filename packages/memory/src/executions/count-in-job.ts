import type { Execution, ScheduledJob } from '@scheduler/contracts';
import { jobAfterCancelledExecution, jobAfterRun, type JobFacts } from '@scheduler/contracts/adapter';
import type { MemoryDatabase } from '../database/memory-database.js';
import { hasUnfinished } from './has-unfinished.js';

/** In the step that settled or rescued an execution: counters and status of its job. */
export function countInJob(database: MemoryDatabase, execution: Execution, at: Date): void {
  if (execution.jobId === null) return;
  changeJob(database, execution, (job, facts) => jobAfterRun(job, execution, facts), at);
}

/** Updates the job of a cancelled execution. It is not counted, but a job that has no further run ends with the last execution. */
export function endJobWithout(database: MemoryDatabase, execution: Execution, at: Date): void {
  changeJob(database, execution, jobAfterCancelledExecution, at);
}

function changeJob(
  database: MemoryDatabase,
  { jobId }: Execution,
  change: (job: ScheduledJob, facts: JobFacts) => ScheduledJob,
  at: Date,
): void {
  const record = jobId === null ? undefined : database.jobs.records.get(jobId);
  if (record === undefined) return;
  const changed = change(record.job, { hasUnfinished: hasUnfinished(database, record.id), at });
  if (changed !== record.job) database.jobs.replace(record, changed);
}
