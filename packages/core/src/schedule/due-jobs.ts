import { ConcurrentChange, type Execution, type JobReference, type ScheduledJob } from '@scheduler/contracts';
import type { TenantScope } from '@scheduler/contracts/adapter';
import { getJob } from './find-job.js';
import type { ManagerParts } from './manager-parts.js';

const LARGEST_PAGE = 1_000;
/** Others may fire or change the job between our read and our write; after so many conflicts something else is wrong. */
const MOST_CONFLICTS = 10;

/** The jobs that are due by the time of the store and that nobody has fired yet, most overdue first. */
export async function dueJobs(
  { schedules }: ManagerParts,
  tenant: TenantScope,
): Promise<readonly ScheduledJob[]> {
  const { items } = await schedules.list({
    tenant,
    statuses: ['pending', 'active'],
    nextRunBefore: await schedules.now(),
    sortBy: 'nextRunAt',
    sortOrder: 'asc',
    limit: LARGEST_PAGE,
    offset: 0,
  });
  return items;
}

/**
 * Fires what a job is due for at this moment, as a tick would. If others fire the same job at the same time, each occurrence is fired by
 * one of them. Instants that pass meanwhile are left for the next call, so that it ends.
 */
export async function executeJob(
  parts: ManagerParts,
  reference: JobReference,
  tenant: TenantScope,
): Promise<readonly Execution[]> {
  let job = await getJob(parts, reference, tenant);
  const now = await parts.schedules.now();
  const executions: Execution[] = [];
  for (let conflicts = 0; job.isDue({ now: () => now });) {
    const result = await parts.fireDue(job, now);
    if (result.kind === 'fired') {
      executions.push(...result.executions);
      job = result.job;
    } else {
      if ((conflicts += 1) > MOST_CONFLICTS) throw new ConcurrentChange(job.id, job.revision);
      job = await getJob(parts, job.id, tenant);
    }
  }
  return executions;
}
