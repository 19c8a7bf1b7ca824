import type { ScheduledJob } from '@scheduler/contracts';

/** Whether a job that an event or a start fires may run at this instant: within its window, and with executions left. */
export function mayRunAt({ startAt, endAt, maxExecutions, counters }: ScheduledJob, now: Date): boolean {
  const hasBegun = startAt === null || startAt.getTime() <= now.getTime();
  const isOver = endAt !== null && endAt.getTime() < now.getTime();
  return hasBegun && !isOver && (maxExecutions === null || counters.fired < maxExecutions);
}
