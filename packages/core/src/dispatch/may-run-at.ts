import type { ScheduledJob } from '@scheduler/contracts';

/** Whether a job without instants of its own may run now: within its window, and with runs left. */
export function mayRunAt({ startAt, endAt, maxExecutions, counters }: ScheduledJob, now: Date): boolean {
  const begun = startAt === null || startAt.getTime() <= now.getTime();
  const over = endAt !== null && endAt.getTime() < now.getTime();
  return begun && !over && (maxExecutions === null || counters.fired < maxExecutions);
}
