import { JobNotFound, type JobReference, type ScheduledJob } from '@scheduler/contracts';
import type { TenantScope } from '@scheduler/contracts/adapter';
import type { ManagerParts } from './manager-parts.js';

/** Finds a job by id, else by name. Null: there is none for this tenant. */
export async function findJob(
  parts: Pick<ManagerParts, 'schedules'>,
  reference: JobReference,
  tenant: TenantScope,
): Promise<ScheduledJob | null> {
  const byId = await parts.schedules.get({ id: reference, tenant });
  return byId ?? parts.schedules.findByName({ name: reference, tenant });
}

export async function getJob(
  parts: Pick<ManagerParts, 'schedules'>,
  reference: JobReference,
  tenant: TenantScope,
): Promise<ScheduledJob> {
  const job = await findJob(parts, reference, tenant);
  if (job === null) throw new JobNotFound(reference);
  return job;
}
