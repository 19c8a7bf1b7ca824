import type { JobReference, RunningCancelled } from '@scheduler/contracts';
import type { TenantScope } from '@scheduler/contracts/adapter';
import { stopEverywhere } from './cancel-job.js';
import { findJob } from './find-job.js';
import type { ManagerParts } from './manager-parts.js';

const MOST_AT_ONCE = 1_000;

/** Asks the running executions of a job to stop, on whatever node. The job itself goes on. */
export async function cancelRunning(
  parts: ManagerParts,
  reference: JobReference,
  { tenant, reason }: { readonly tenant: TenantScope; readonly reason: string },
): Promise<RunningCancelled> {
  const job = await findJob(parts, reference, tenant);
  if (job === null) return { state: 'not_found' };
  const { items } = await parts.executions.list({
    jobId: job.id,
    statuses: ['running'],
    tenant,
    sortOrder: 'asc',
    limit: MOST_AT_ONCE,
    offset: 0,
  });
  const asked = await Promise.all(
    items.map(({ id }) => parts.executions.requestCancel({ id, tenant, reason })),
  );
  const stopping = asked.flatMap((answer) => (answer?.state === 'stopping' ? [answer.execution] : []));
  await Promise.all(stopping.map(({ id }) => stopEverywhere(parts, id, reason)));
  return stopping.length === 0 ? { state: 'not_running' } : { state: 'stopping', executions: stopping };
}
