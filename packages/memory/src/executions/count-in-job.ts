import type { Execution, ScheduledJob } from '@scheduler/contracts';
import {
  type EventContext,
  jobAfterCancelledExecution,
  jobAfterRun,
  jobChanged,
  type JobFacts,
} from '@scheduler/contracts/adapter';
import type { MemoryDatabase } from '../database/memory-database.js';
import { hasUnfinished } from './has-unfinished.js';

/** In the step that settled or rescued an execution: counters and status of its job. */
export function countInJob(database: MemoryDatabase, execution: Execution, context: EventContext): void {
  if (execution.jobId === null) return;
  changeJob(database, execution, (job, facts) => jobAfterRun(job, execution, facts), context);
}

/** Updates the job of a cancelled execution. It is not counted, but a job that has no further run ends with the last execution. */
export function endJobWithout(database: MemoryDatabase, execution: Execution, context: EventContext): void {
  changeJob(database, execution, jobAfterCancelledExecution, context);
}

function changeJob(
  database: MemoryDatabase,
  { jobId }: Execution,
  change: (job: ScheduledJob, facts: JobFacts) => ScheduledJob,
  context: EventContext,
): void {
  const record = jobId === null ? undefined : database.jobs.records.get(jobId);
  if (record === undefined) return;
  const before = record.job;
  const changed = change(before, { hasUnfinished: hasUnfinished(database, record.id), at: context.at });
  if (changed === before) return;
  database.jobs.replace(record, changed);
  database.log?.append(...jobChanged(before, changed, context));
}
