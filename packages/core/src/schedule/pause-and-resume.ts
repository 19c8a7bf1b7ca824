import { hasInstants, IllegalTransition, isOneOff, type ScheduledJob } from '@scheduler/contracts';
import type { Change } from './change-job.js';
import { nextRun } from './first-run.js';
import type { ManagerParts } from './manager-parts.js';
import { overdueTrace } from './overdue-trace.js';

interface Pause {
  readonly reason: string | null;
  readonly now: Date;
}

/** Pauses a job. Occurrences that were due and are not fired yet are skipped too, with a trace. A one-off runs later instead. */
export function paused(parts: ManagerParts, job: ScheduledJob, { reason, now }: Pause): Change {
  if (job.status !== 'active') {
    throw new IllegalTransition(`job ${job.id}`, job.status, 'paused', 'only an active job can be paused');
  }
  const pausing = job.pause(now, reason);
  const skipped = isOneOff(job.trigger) ? [] : overdueTrace(parts, job, { code: 'paused', now });
  if (skipped.length === 0) return { job: pausing };
  return { job: pausing.with({ nextRunAt: nextRun(job, parts.recurrence, now) }), skipped };
}

/** Resumes a job from now on, with the trace of the occurrences that the pause skipped. A job without further occurrences ends. */
export async function resumed(parts: ManagerParts, job: ScheduledJob, now: Date): Promise<Change> {
  const next = job.status === 'paused' ? nextRun(job, parts.recurrence, now) : null;
  const active = job.resume(next, now);
  const isOver = next === null && hasInstants(active.trigger) && !(await hasUnfinished(parts, job));
  // A one-off that still runs, late, was not skipped.
  const runsLate = next !== null && next === job.nextRunAt;
  return {
    job: isOver ? active.complete(now) : active,
    skipped: runsLate ? [] : overdueTrace(parts, job, { code: 'paused', now }),
  };
}

async function hasUnfinished({ executions }: ManagerParts, { id }: ScheduledJob): Promise<boolean> {
  const { pending, running } = await executions.count({ tenant: null, jobId: id });
  return pending + running > 0;
}
