import { type CancelRequested, ExecutionNotFound } from '@scheduler/contracts';
import type { TenantScope } from '@scheduler/contracts/adapter';
import { stopEverywhere } from './cancel-job.js';
import type { ManagerParts } from './manager-parts.js';

/** Cancels a waiting execution, or asks a running one to stop. */
export async function cancelExecution(
  parts: ManagerParts,
  id: string,
  { tenant, reason }: { readonly tenant: TenantScope; readonly reason: string },
): Promise<CancelRequested> {
  const requested = await parts.executions.requestCancel({ id, tenant, reason });
  if (requested === null) throw new ExecutionNotFound(id);
  if (requested.state === 'stopping') await stopEverywhere(parts, id, reason);
  if (requested.state === 'cancelled')
    parts.executionEvents.publish('scheduler:execution.cancelled', [requested.execution]);
  return requested;
}
