import type { CountTenantUsage, TenantUsageRepository } from '@scheduler/contracts/adapter';
import type { MemoryDatabase } from './database/memory-database.js';
import { refuseTransaction } from './database/refuse-transaction.js';

/** What tenants have, in memory. Shares its database with the other repositories of the store. */
export class MemoryTenantUsageRepository implements TenantUsageRepository {
  constructor(private readonly database: MemoryDatabase) {}

  async count({ tenant, of, upTo, transaction }: CountTenantUsage): Promise<number> {
    refuseTransaction(transaction);
    return Math.min(upTo, this.total(tenant, of));
  }

  private total(tenant: string, of: CountTenantUsage['of']): number {
    const { jobs, executions, workflows } = this.database;
    if (of === 'jobs') return jobs.names.countActive(tenant);
    return of === 'waiting' ? executions.waitingOf(tenant) : workflows.openOf(tenant);
  }
}
