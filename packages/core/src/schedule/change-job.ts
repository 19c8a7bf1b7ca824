import {
  ConcurrentChange,
  type Execution,
  isOneOff,
  type JobReference,
  type ScheduledJob,
} from '@scheduler/contracts';
import type { FireResult, TenantScope } from '@scheduler/contracts/adapter';
import { ExpectedRevision } from './expected-revision.js';
import { getJob } from './find-job.js';
import type { ManagerParts } from './manager-parts.js';

export interface Change {
  readonly job: ScheduledJob;
  readonly skipped?: readonly Execution[];
}

export interface ChangeRequest {
  readonly reference: JobReference;
  readonly tenant: TenantScope;
  /** True: the change moves the next run, so that an overdue occurrence is fired before. */
  readonly fireOverdueFirst?: boolean;
  /** Only a job of this revision is changed. Undefined: it is changed as it is. */
  readonly ifRevision?: number | undefined;
  readonly change: (job: ScheduledJob, now: Date) => Change | Promise<Change>;
}

/** A tick may move the next run between our read and our write; after so many conflicts something else is wrong. */
const MOST_ATTEMPTS = 10;

/** Reads, changes and writes a job, and starts again if somebody else wrote it first. */
export async function changeJob(parts: ManagerParts, request: ChangeRequest): Promise<ScheduledJob> {
  const expected = new ExpectedRevision(request.ifRevision);
  return retryConflicts(async () => {
    const stored = await getJob(parts, request.reference, request.tenant);
    expected.require(stored);
    // The store's own time: an estimate may be seconds off after a pause of the process, and would skip what was due.
    const now = await parts.schedules.now();
    if (request.fireOverdueFirst === true) {
      const fired = await fireBefore(parts, stored, now);
      expected.follow(fired);
      if (fired !== null) throw new ConcurrentChange(stored.id, stored.revision);
    }
    const { job, skipped = [] } = await request.change(stored, now);
    const saved = await parts.schedules.save({ job, expectedRevision: stored.revision, skipped });
    parts.executionEvents.publish('scheduler:execution.skipped', skipped);
    return saved;
  });
}

/**
 * Fires what a recurring job was due for by its old trigger before it gets another one, or that occurrence would be lost. Not null: the
 * job has to be read again. A one-off is not fired: to move it is to move that very occurrence.
 */
async function fireBefore(parts: ManagerParts, job: ScheduledJob, now: Date): Promise<FireResult | null> {
  const isDue = job.isDue({ now: () => now }) && !isOneOff(job.trigger);
  return isDue ? parts.fireNow(job, now) : null;
}

export async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ConcurrentChange) || attempt === MOST_ATTEMPTS) throw error;
    }
  }
}
