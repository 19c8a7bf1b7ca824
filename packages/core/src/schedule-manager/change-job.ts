import {
  ConcurrentChange,
  type Execution,
  type JobReference,
  type ScheduledJob,
  type TenantScope,
} from '@scheduler/contracts';
import { getJob } from './find-job.js';
import { type ManagerParts, refuseWhenClosing, storeNow } from './manager-parts.js';

export interface Change {
  readonly job: ScheduledJob;
  readonly skipped?: readonly Execution[];
}

export interface ChangeRequest {
  readonly operation: string;
  readonly reference: JobReference;
  readonly tenant: TenantScope;
  readonly change: (job: ScheduledJob, now: Date) => Change | Promise<Change>;
}

/** A tick may move the cursor between our read and our write; after so many times something else is wrong. */
const MOST_TRIES = 10;

/** Reads, changes and writes a job; again if somebody else was faster. */
export async function changeJob(parts: ManagerParts, request: ChangeRequest): Promise<ScheduledJob> {
  return retryConflicts(async () => {
    refuseWhenClosing(parts, request.operation);
    const stored = await getJob(parts, request.reference, request.tenant);
    const { job, skipped = [] } = await request.change(stored, storeNow(parts));
    return parts.schedules.save({ job, expectedRevision: stored.revision, skipped });
  });
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
