import type { ChangeOptions, JobReference, ScheduledJob } from '@scheduler/contracts';
import type { TenantScope } from '@scheduler/contracts/adapter';
import { retryConflicts } from './change-job.js';
import { ExpectedRevision } from './expected-revision.js';
import { getJob } from './find-job.js';
import type { ManagerParts } from './manager-parts.js';
import { overdueTrace } from './overdue-trace.js';

interface CancelOptions extends ChangeOptions {
  readonly tenant: TenantScope;
  readonly reason: string;
}

/** Ends a job with all of its waiting and running executions. The stored job stays. */
export async function cancelJob(
  parts: ManagerParts,
  reference: JobReference,
  { tenant, reason, ifRevision }: CancelOptions,
): Promise<ScheduledJob> {
  const expected = new ExpectedRevision(ifRevision);
  const { job, stopping } = await retryConflicts(async () => {
    const stored = await getJob(parts, reference, tenant);
    expected.require(stored);
    // The store's own time: an estimate may be seconds off after a pause of the process, and would skip what was due.
    const now = await parts.schedules.now();
    const code = stored.status === 'paused' ? 'paused' : 'cancelled';
    const skipped = overdueTrace(parts, stored, { code, now });
    const cancelled = await parts.schedules.cancel({
      job: stored.cancel(now, reason),
      expectedRevision: stored.revision,
      reason,
      skipped,
    });
    parts.executionEvents.publish('scheduler:execution.skipped', skipped);
    return cancelled;
  });
  await Promise.all(stopping.map((executionId) => stopEverywhere(parts, executionId, reason)));
  return job;
}

/** Stops an execution on whatever node runs it: at once if the bus reaches the node, and with its next heartbeat otherwise. */
export async function stopEverywhere(
  parts: ManagerParts,
  executionId: string,
  reason: string,
): Promise<void> {
  parts.stopLocally(executionId, reason);
  const execution = await parts.executions.get({ id: executionId, tenant: null });
  if (execution !== null) parts.executionEvents.publish('scheduler:execution.cancel_requested', [execution]);
}
