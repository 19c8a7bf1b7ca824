import type { ScheduledJob } from '@scheduler/contracts';
import { checkScope, ownerOfName, type TenantScope } from '@scheduler/contracts/adapter';
import type { JobRecord } from './job-record.js';

type ByTenant<T> = Map<string | null, Map<string, T>>;

/** Jobs by tenant and name. A name has at most one job that has not ended, and any number of ended ones. */
export class NameIndex {
  private readonly active: ByTenant<JobRecord> = new Map();
  private readonly ended: ByTenant<JobRecord[]> = new Map();

  holder(tenant: string | null, name: string): JobRecord | undefined {
    return this.active.get(tenant)?.get(name);
  }

  /** How many jobs of the tenant have not ended. */
  countActive(tenant: string): number {
    return this.active.get(tenant)?.size ?? 0;
  }

  add(record: JobRecord): void {
    const { tenant, name } = record.job;
    if (!record.job.isFinal()) {
      namesOf(this.active, tenant).set(name, record);
      return;
    }
    const names = namesOf(this.ended, tenant);
    const ended = names.get(name);
    if (ended === undefined) names.set(name, [record]);
    else ended.push(record);
  }

  /** `job`: the job of the record as it was when the record was added. */
  remove(record: JobRecord, job: ScheduledJob): void {
    if (!job.isFinal()) {
      this.active.get(job.tenant)?.delete(job.name);
      return;
    }
    const names = this.ended.get(job.tenant);
    const remaining = names?.get(job.name)?.filter((other) => other !== record) ?? [];
    if (remaining.length === 0) names?.delete(job.name);
    else names?.set(job.name, remaining);
  }

  /** Prefers a job that has not ended, then one without a tenant; among several, the one that was created last. Throws JobAmbiguous. */
  find(scope: TenantScope, name: string): JobRecord | null {
    const living = ownersIn(this.active, scope, name);
    if (living.size > 0) return this.holder(ownerOfName(name, living), name) ?? null;
    const owner = ownerOfName(name, ownersIn(this.ended, scope, name));
    return latest(this.ended.get(owner)?.get(name) ?? []);
  }
}

function namesOf<T>(index: ByTenant<T>, tenant: string | null): Map<string, T> {
  let names = index.get(tenant);
  if (names === undefined) index.set(tenant, (names = new Map()));
  return names;
}

/** The owners of jobs of that name. */
function ownersIn<T>(index: ByTenant<T>, scope: TenantScope, name: string): ReadonlySet<string | null> {
  const tenants = checkScope(scope) === null ? [...index.keys()] : [scope];
  return new Set(tenants.filter((tenant) => index.get(tenant)?.has(name) === true));
}

function latest(records: readonly JobRecord[]): JobRecord | null {
  let found: JobRecord | null = null;
  for (const record of records) {
    if (found === null || isLater(record.job, found.job)) found = record;
  }
  return found;
}

function isLater(a: ScheduledJob, b: ScheduledJob): boolean {
  const difference = a.createdAt.getTime() - b.createdAt.getTime();
  return difference > 0 || (difference === 0 && a.id > b.id);
}
