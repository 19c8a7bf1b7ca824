import { IllegalTransition, type ScheduledJob } from '@scheduler/contracts';
import { traceOf } from '../due-job-dispatcher/execution-of.js';
import { missedInstants } from '../recurrence/missed-instants.js';
import { recurrenceOf } from '../recurrence/recurrence-of-job.js';
import type { Change } from './change-job.js';
import { nextRun } from './first-run.js';
import type { ManagerParts } from './manager-parts.js';

export function paused(job: ScheduledJob, reason: string | null, now: Date): ScheduledJob {
  if (job.status !== 'active') {
    throw new IllegalTransition(`job ${job.id}`, job.status, 'paused', 'only an active job can be paused');
  }
  return job.pause(now, reason);
}

/** The job from now on, and the trace of what the pause left out. One that has nothing left ends. */
export async function resumed(parts: ManagerParts, job: ScheduledJob, now: Date): Promise<Change> {
  const next = job.status === 'paused' ? nextRun(job, parts.recurrence, now) : null;
  const active = job.resume(next, now);
  const isOver = next === null && !waitsForEvents(active) && !(await hasUnfinished(parts, job));
  return { job: isOver ? active.complete(now) : active, skipped: leftOut(parts, job, now) };
}

function waitsForEvents({ trigger }: ScheduledJob): boolean {
  return trigger.kind === 'event' || trigger.kind === 'reboot';
}

async function hasUnfinished({ executions }: ManagerParts, { id }: ScheduledJob): Promise<boolean> {
  const { pending, running } = await executions.count({ tenant: null, jobId: id });
  return pending + running > 0;
}

function leftOut({ recurrence, ids }: ManagerParts, job: ScheduledJob, now: Date) {
  const cursor = job.nextRunAt;
  if (cursor === null || cursor.getTime() > now.getTime() || nextRun(job, recurrence, now) === cursor)
    return [];
  const { total, first, last } = missedInstants({
    recurrence: recurrence.compile(recurrenceOf(job)),
    cursor,
    now,
    keep: 1,
  });
  const range = { count: total, from: first, to: last };
  return [traceOf({ job, id: ids.next(), now, range, code: 'paused' })];
}
