import {
  type DeletedTenant,
  type DeleteTenantOptions,
  type EventTriggers,
  type ScheduledJob,
  TenantInvalid,
  toTenant,
} from '@scheduler/contracts';
import { allItems, type TenantScope } from '@scheduler/contracts/adapter';
import { stopEverywhere } from './cancel-job.js';
import type { ManagerParts } from './manager-parts.js';

const REASON = 'the tenant is being deleted';
const EXECUTIONS_AT_ONCE = 500;
const RUNS_AT_ONCE = 500;
const ROWS_AT_ONCE = 500;
const PAGE_SIZE = 500;

interface DeleteTenant extends DeleteTenantOptions {
  readonly tenant: string;
  /** The scope of the scheduler that is asked. */
  readonly scope: TenantScope;
}

/**
 * Deletes everything that belongs to a tenant, in steps. Executions go before jobs, since a job is deleted with what is left of its
 * executions in one step, which is then small. It can be called again: what was deleted is gone, and the rest follows.
 */
export async function deleteTenant(parts: ManagerParts, request: DeleteTenant): Promise<DeletedTenant> {
  const tenant = toTenant(request.tenant);
  if (request.scope !== null) refuseScope(request.scope);
  const deleted = {
    tenant,
    stopped: 0,
    executions: 0,
    workflows: 0,
    jobs: 0,
    eventHandlers: 0,
    circuits: 0,
    rateLimits: 0,
    apiKeys: 0,
    auditRecords: 0,
    idempotencyKeys: 0,
    events: 0,
    alerts: 0,
  };
  const tell = () => request.onProgress?.({ ...deleted });
  // Keys go first, so that nobody makes new work with them.
  if (parts.ports.has('access')) deleted.apiKeys = await inSteps(tenant, parts.access.apiKeys);
  // Then runs of workflows, so that no execution that ends meanwhile adds others.
  if (parts.ports.has('workflows'))
    for (let count = 1; count > 0; deleted.workflows += count) {
      count = await parts.workflows.deleteOfTenant({ tenant, limit: RUNS_AT_ONCE });
      if (count > 0) tell();
    }
  deleted.stopped = await stopRunning(parts, tenant);
  for (let after: string | null = null, isFirst = true; isFirst || after !== null; isFirst = false) {
    const step: { deleted: number; next: string | null } = await parts.executions.deleteOfTenant({
      tenant,
      after,
      limit: EXECUTIONS_AT_ONCE,
    });
    deleted.executions += step.deleted;
    after = step.next;
    tell();
  }
  for await (const count of deleteJobs(parts, tenant)) {
    deleted.jobs += count;
    tell();
  }
  if (parts.ports.has('eventHandlers'))
    deleted.eventHandlers = await deleteHandlers(parts.eventTriggers(tenant));
  if (parts.ports.has('circuits')) deleted.circuits = await parts.circuits.deleteOfTenant({ tenant });
  if (parts.ports.has('rateLimits')) deleted.rateLimits = await parts.rateLimits.deleteOfTenant({ tenant });
  if (parts.ports.has('alerts')) {
    const { rules, alerts, silences } = parts.alerts;
    for (const records of [rules, alerts, silences]) deleted.alerts += await inSteps(tenant, records);
  }
  if (parts.ports.has('access')) {
    const { auditLog, idempotency } = parts.access;
    deleted.idempotencyKeys = await inSteps(tenant, idempotency);
    deleted.auditRecords = await inSteps(tenant, auditLog);
  }
  // The events of all that was deleted before go last.
  if (parts.ports.has('eventLog')) deleted.events = await inSteps(tenant, parts.eventLog);
  tell();
  return deleted;
}

interface Owned {
  deleteOfTenant(request: { readonly tenant: string; readonly limit: number }): Promise<number>;
}

async function inSteps(tenant: string, owned: Owned): Promise<number> {
  let deleted = 0;
  for (let count = 1; count > 0; deleted += count)
    count = await owned.deleteOfTenant({ tenant, limit: ROWS_AT_ONCE });
  return deleted;
}

function refuseScope(scope: string): never {
  throw new TenantInvalid({
    field: 'tenant',
    value: scope,
    problem: 'cannot be deleted by its own scheduler',
    accepted: 'the scheduler without a tenant: node.scheduler.deleteTenant(…)',
  });
}

/** Their nodes learn it at once, or by the next heartbeat. What they do until then is refused, since their executions are gone. */
async function stopRunning(parts: ManagerParts, tenant: string): Promise<number> {
  const running = await allItems(PAGE_SIZE, (page) =>
    parts.executions.list({ ...page, tenant, statuses: ['running'], sortOrder: 'asc' }),
  );
  for (const { id } of running) {
    await parts.executions.requestCancel({ id, tenant, reason: REASON });
    await stopEverywhere(parts, id, REASON);
  }
  return running.length;
}

async function* deleteJobs(parts: ManagerParts, tenant: string): AsyncGenerator<number> {
  for (;;) {
    const { items } = await parts.schedules.list({
      tenant,
      sortBy: 'createdAt',
      sortOrder: 'asc',
      limit: PAGE_SIZE,
      offset: 0,
    });
    if (items.length === 0) return;
    for (const job of items) await deleteJob(parts, job);
    yield items.length;
  }
}

async function deleteJob(parts: ManagerParts, job: ScheduledJob): Promise<void> {
  await parts.schedules.delete({ id: job.id, tenant: job.tenant });
  await parts.jobEvents.publish('scheduler:job.deleted', job);
}

async function deleteHandlers(triggers: EventTriggers): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { items } = await triggers.eventHandlers({ limit: PAGE_SIZE });
    if (items.length === 0) return deleted;
    for (const { id } of items) await triggers.offEvent(id);
    deleted += items.length;
  }
}
