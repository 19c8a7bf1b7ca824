import { hasWorkflowEnded, jobStatuses, workflowStatuses } from '@scheduler/contracts';
import type { CountTenantUsage, TenantUsageRepository } from '@scheduler/contracts/adapter';
import type { RedisDatabase } from '../database/redis-database.js';
import { refuseTransaction } from '../database/refuse-transaction.js';
import { countExecutions } from '../executions/count-executions.js';
import { jobsWith, scopeKey } from '../jobs/job-keys.js';
import { runsWith } from '../workflows/run-keys.js';

const OPEN_JOBS = jobStatuses.statuses.filter((status) => !jobStatuses.isFinal(status));
const OPEN_RUNS = workflowStatuses.statuses.filter((status) => !hasWorkflowEnded(status));

/** What tenants have, read from the counters and indexes that every script maintains. */
export class RedisTenantUsageRepository implements TenantUsageRepository {
  constructor(private readonly database: RedisDatabase) {}

  async count({ tenant, of, upTo, transaction }: CountTenantUsage): Promise<number> {
    refuseTransaction(transaction);
    return Math.min(upTo, await this.total(tenant, of));
  }

  private async total(tenant: string, of: CountTenantUsage['of']): Promise<number> {
    if (of === 'waiting') return (await countExecutions(this.database, { tenant })).pending;
    const scope = scopeKey(tenant);
    return this.sizeOf(
      of === 'jobs'
        ? OPEN_JOBS.map((status) => jobsWith(status, scope))
        : OPEN_RUNS.map((status) => runsWith(status, scope)),
    );
  }

  /** In one transaction, so that what changes its status meanwhile is counted once. */
  private async sizeOf(indexes: readonly string[]): Promise<number> {
    const transaction = this.database.redis.multi();
    for (const index of indexes) transaction.zcard(this.database.key(index));
    const answers = (await transaction.exec()) ?? [];
    let total = 0;
    for (const [error, size] of answers) {
      if (error !== null) throw error;
      total += Number(size);
    }
    return total;
  }
}
