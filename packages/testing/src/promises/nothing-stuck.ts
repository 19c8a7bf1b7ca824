import type { Evidence } from './evidence.js';

/** D: no execution waits or runs long after it should have ended. */
export function* nothingStuck({ readAt, patienceMs, executions, jobs }: Evidence): Iterable<string> {
  const longAgo = readAt.getTime() - patienceMs;
  const isOverdue = (at: Date | null) => at !== null && at.getTime() < longAgo;
  for (const { id, jobName, status, availableAt, leaseUntil, owner } of executions) {
    if (status === 'pending' && isOverdue(availableAt))
      yield `execution ${id} of ${jobName ?? 'no job'} waits since ${availableAt.toISOString()}`;
    if (status === 'running' && isOverdue(leaseUntil))
      yield `execution ${id} of ${jobName ?? 'no job'} is held by ${owner} whose lease ended long ago`;
  }
  for (const job of jobs)
    if (job.canExecute() && isOverdue(job.nextRunAt))
      yield `${job.name} was due at ${job.nextRunAt?.toISOString()} and was not fired`;
}
