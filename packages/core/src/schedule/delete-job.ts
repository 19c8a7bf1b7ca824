import {
  type ChangeOptions,
  type Execution,
  JobNotFound,
  type JobReference,
  type ScheduledJob,
} from '@scheduler/contracts';
import type { TenantScope } from '@scheduler/contracts/adapter';
import { cancelRunning } from './cancel-running.js';
import { retryConflicts } from './change-job.js';
import { ExpectedRevision } from './expected-revision.js';
import { getJob } from './find-job.js';
import type { ManagerParts } from './manager-parts.js';

interface DeleteOptions extends ChangeOptions {
  readonly tenant: TenantScope;
}

const REASON = 'its job was deleted';
const MOST_TOLD = 500;

/** Deletes a job with its executions. What runs is asked to stop; a node that does not hear of it finds its lease lost. */
export async function deleteJob(
  parts: ManagerParts,
  reference: JobReference,
  { tenant, ifRevision }: DeleteOptions,
): Promise<ScheduledJob> {
  const expected = new ExpectedRevision(ifRevision);
  return retryConflicts(async () => {
    const job = await getJob(parts, reference, tenant);
    expected.require(job);
    const { id } = job;
    if (ifRevision !== undefined) return deleteUnder(parts, job, ifRevision);
    await cancelRunning(parts, id, { tenant, reason: REASON });
    await parts.schedules.delete({ id, tenant });
    return job;
  });
}

/** Nothing is asked to stop before it is certain that the job is deleted; then its executions are gone, and their nodes are told of them. */
async function deleteUnder(
  parts: ManagerParts,
  job: ScheduledJob,
  expectedRevision: number,
): Promise<ScheduledJob> {
  const { id, tenant } = job;
  const running = await parts.executions.list({
    tenant,
    jobId: id,
    statuses: ['running'],
    sortOrder: 'asc',
    limit: MOST_TOLD,
    offset: 0,
  });
  if (!(await parts.schedules.delete({ id, tenant, expectedRevision }))) throw new JobNotFound(id);
  for (const execution of running.items) stopDeleted(parts, execution);
  return job;
}

function stopDeleted({ stopLocally, executionEvents }: ManagerParts, execution: Execution): void {
  stopLocally(execution.id, REASON);
  executionEvents.publish('scheduler:execution.cancel_requested', [execution]);
}
