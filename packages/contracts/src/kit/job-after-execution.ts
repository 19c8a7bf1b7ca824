import type { Execution } from '../executions/execution.js';
import { endedUnstarted } from '../executions/attempt-ends.js';
import type { ScheduledJob } from '../jobs/scheduled-job.js';
import { executionStatuses } from '../states/execution-status.js';

export interface JobFacts {
  /** Whether another execution of the job is pending or running. */
  readonly hasUnfinished: boolean;
  readonly at: Date;
}

/** The job after one of its executions was settled or rescued. The same job: the execution runs again, and nothing changes. */
export function jobAfterRun(job: ScheduledJob, execution: Execution, facts: JobFacts): ScheduledJob {
  const { status, durationMs } = execution;
  if (!executionStatuses.isFinal(status)) return job;
  if (endedUnstarted(execution)) return jobAfterCancelledExecution(job, facts);
  return job.settled({ status, durationMs: durationMs ?? 0, ...facts }).with({ revision: job.revision + 1 });
}

/** The job after one of its executions was cancelled before it ran. The same job: it goes on as before. */
export function jobAfterCancelledExecution(job: ScheduledJob, facts: JobFacts): ScheduledJob {
  const left = job.executionCancelled(facts);
  return left === job ? job : left.with({ revision: job.revision + 1 });
}
