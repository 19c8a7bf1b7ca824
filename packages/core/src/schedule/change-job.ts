import {
  ConcurrentChange,
  type Execution,
  isOneOff,
  type JobReference,
  type ScheduledJob,
} from '@scheduler/contracts';
import type { TenantScope } from '@scheduler/contracts/adapter';
import { getJob } from './find-job.js';
import { type ManagerParts, refuseWhenClosing } from './manager-parts.js';

export interface Change {
  readonly job: ScheduledJob;
  readonly skipped?: readonly Execution[];
}

export interface ChangeRequest {
  readonly operation: string;
  readonly reference: JobReference;
  readonly tenant: TenantScope;
  /** True: it gives the job another cursor. What the old one was due for is accounted for before. */
  readonly fireOverdueFirst?: boolean;
  readonly change: (job: ScheduledJob, now: Date) => Change | Promise<Change>;
}

/** A tick may move the cursor between our read and our write; after so many times something else is wrong. */
const MOST_TRIES = 10;

/** Reads, changes and writes a job; again if somebody else was faster. */
export async function changeJob(parts: ManagerParts, request: ChangeRequest): Promise<ScheduledJob> {
  return retryConflicts(async () => {
    refuseWhenClosing(parts, request.operation);
    const stored = await getJob(parts, request.reference, request.tenant);
    // Asked, not estimated: an estimate may be seconds off after a pause of the process, and moves the cursor past what was due.
    const now = await parts.schedules.now();
    if (request.fireOverdueFirst === true && (await fireBefore(parts, stored, now)))
      throw new ConcurrentChange(stored.id, stored.revision);
    const { job, skipped = [] } = await request.change(stored, now);
    const saved = await parts.schedules.save({ job, expectedRevision: stored.revision, skipped });
    parts.executionEvents.publish('scheduler:execution.skipped', skipped);
    return saved;
  });
}

/**
 * What a recurring job was due for by its old trigger is fired before it gets another one, or it would never be. True: it was, and the
 * job is to be read again. A one-off is different: to move it is to move that very occurrence.
 */
async function fireBefore(parts: ManagerParts, job: ScheduledJob, now: Date): Promise<boolean> {
  const isDue = job.isDue({ now: () => now }) && !isOneOff(job.trigger);
  return isDue && (await parts.fireNow(job, now));
}

export async function retryConflicts<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ConcurrentChange) || tries === MOST_TRIES) throw error;
    }
  }
}
