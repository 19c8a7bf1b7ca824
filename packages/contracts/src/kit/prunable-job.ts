import type { ScheduledJob } from '../jobs/scheduled-job.js';
import { isOneOff } from '../jobs/trigger.js';

/** Whether the retention of a job is over, apart from its executions: a one-off that ended before the instant. */
export function isPrunable(job: ScheduledJob, endedBefore: Date): boolean {
  const endedAt = job.completedAt ?? job.cancelledAt ?? job.updatedAt;
  return job.isFinal() && isOneOff(job.trigger) && endedAt < endedBefore;
}
