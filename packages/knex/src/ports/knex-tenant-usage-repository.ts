import type { CountTenantUsage, TenantUsageRepository } from '@scheduler/contracts/adapter';
import type { Database } from '../database/database.js';
import { tenantUsage } from '../queries/tenant-usage.js';

export class KnexTenantUsageRepository implements TenantUsageRepository {
  constructor(private readonly database: Database) {}

  count(request: CountTenantUsage): Promise<number> {
    return tenantUsage(this.database, request);
  }
}
