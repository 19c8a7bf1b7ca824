import {
  type CallerTransaction,
  type JsonValue,
  QuotaExceeded,
  type ScheduledJob,
} from '@scheduler/contracts';
import type { CountedQuota, TenantUsageRepository } from '@scheduler/contracts/adapter';
import type { QuotasByTenant } from '../../config/quotas-schema.js';
import { type Addition, checkInTransaction, QuotaCount } from './quota-count.js';
import { hasQuota, quotasOfTenant, type TenantQuotasSource } from './quotas-of-tenant.js';

export interface TenantQuotasParts {
  readonly configured: QuotasByTenant;
  /** What the application says about a tenant. Missing: it is as configured. */
  readonly source?: TenantQuotasSource | undefined;
  readonly usage: TenantUsageRepository;
}

interface NodeSettings {
  readonly config: { readonly quotas: QuotasByTenant };
  readonly tenantQuotas?: TenantQuotasSource;
  readonly tenantUsage: TenantUsageRepository;
}

type Owned = { readonly tenant: string | null };
type Loaded = Owned & { readonly payload: JsonValue };

/**
 * What tenants may have at most. It is asked wherever somebody asks for something new, and nowhere else: what a stored job fires, a retry that
 * its policy makes, and a step of a run that goes on were accepted before.
 */
export class TenantQuotas {
  /** False: no tenant has a quota, and nothing is looked at. */
  private readonly isUsed: boolean;
  private readonly counts = new Map<string, QuotaCount>();

  constructor(private readonly parts: TenantQuotasParts) {
    this.isUsed = parts.source !== undefined || hasQuota(parts.configured);
  }

  static of({ config, tenantQuotas, tenantUsage }: NodeSettings): TenantQuotas {
    return new TenantQuotas({ configured: config.quotas, source: tenantQuotas, usage: tenantUsage });
  }

  /** Writes a new job, if its tenant may have one more. */
  async addJob<T>(job: ScheduledJob, write: () => Promise<T>, transaction?: CallerTransaction): Promise<T> {
    if (!this.isUsed || job.tenant === null) return write();
    await this.checkPayload(job);
    return this.admit('jobs', [job], write, transaction);
  }

  /** Writes new executions, if their tenants may have so many more that wait. */
  async addWaiting<T>(
    executions: readonly Owned[],
    write: () => Promise<T>,
    transaction?: CallerTransaction,
  ): Promise<T> {
    return this.isUsed ? this.admit('waiting', executions, write, transaction) : write();
  }

  /** Throws QuotaExceeded where the tenant may have nothing more that waits. */
  async checkWaiting(owned: Owned): Promise<void> {
    await this.addWaiting([owned], () => Promise.resolve());
  }

  /** Writes a new run of a workflow, if its tenant may have one more, and room for its first steps. */
  async addRun<T>(
    run: Owned & { readonly input: JsonValue },
    write: () => Promise<T>,
    transaction?: CallerTransaction,
  ): Promise<T> {
    if (!this.isUsed || run.tenant === null) return write();
    await this.checkPayload({ tenant: run.tenant, payload: run.input });
    const withSteps = () => this.admit('waiting', [run], write, transaction);
    return this.admit('workflows', [run], withSteps, transaction);
  }

  /** Throws QuotaExceeded for a payload that is larger than its tenant may give. */
  async checkPayload({ tenant, payload }: Loaded): Promise<void> {
    if (!this.isUsed || tenant === null) return;
    const { payloadBytes: limit } = await this.of(tenant);
    if (limit === null) return;
    const current = Buffer.byteLength(JSON.stringify(payload));
    if (current <= limit) return;
    throw new QuotaExceeded({ tenant, quota: 'payloadBytes', limit, current, requested: current });
  }

  /** Throws QuotaExceeded for the first payload that is larger than its tenant may give. */
  async checkPayloads(all: readonly Loaded[]): Promise<void> {
    if (!this.isUsed) return;
    for (const one of all) await this.checkPayload(one);
  }

  private of(tenant: string) {
    return quotasOfTenant(this.parts.configured, this.parts.source, tenant);
  }

  private async admit<T>(
    of: CountedQuota,
    added: readonly Owned[],
    write: () => Promise<T>,
    transaction: CallerTransaction | undefined,
  ): Promise<T> {
    const additions = await this.additionsOf(of, added);
    if (transaction === undefined) return this.admitEach(additions, write);
    for (const addition of additions) await checkInTransaction(this.parts.usage, addition, transaction);
    return write();
  }

  /** In the order of the tenants, so that two calls never wait for each other. */
  private async additionsOf(of: CountedQuota, added: readonly Owned[]): Promise<readonly Addition[]> {
    const counts = new Map<string, number>();
    for (const { tenant } of added) if (tenant !== null) counts.set(tenant, (counts.get(tenant) ?? 0) + 1);
    const additions: Addition[] = [];
    for (const tenant of [...counts.keys()].sort()) {
      const limit = (await this.of(tenant))[of];
      if (limit !== null) additions.push({ tenant, of, limit, count: counts.get(tenant) ?? 0 });
    }
    return additions;
  }

  private admitEach<T>([addition, ...others]: readonly Addition[], write: () => Promise<T>): Promise<T> {
    if (addition === undefined) return write();
    return this.counted(addition, () => this.admitEach(others, write));
  }

  private async counted<T>(addition: Addition, write: () => Promise<T>): Promise<T> {
    const key = `${addition.of} ${addition.tenant}`;
    let count = this.counts.get(key);
    if (count === undefined) this.counts.set(key, (count = new QuotaCount(this.parts.usage)));
    try {
      return await count.admit(addition, write);
    } finally {
      if (count.isIdle && this.counts.get(key) === count) this.counts.delete(key);
    }
  }
}
