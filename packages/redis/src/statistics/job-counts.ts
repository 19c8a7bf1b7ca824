import { jobStatuses } from '@scheduler/contracts';
import type { JobCounts, TenantScope } from '@scheduler/contracts/adapter';
import type { RedisDatabase } from '../database/redis-database.js';
import { jobsWith, scopeKey } from '../jobs/job-keys.js';

export async function jobCounts(database: RedisDatabase, tenant: TenantScope): Promise<JobCounts> {
  const counts = await Promise.all(
    jobStatuses.statuses.map(async (status) => [
      status,
      await database.redis.zcard(database.key(jobsWith(status, scopeKey(tenant)))),
    ]),
  );
  return Object.fromEntries(counts) as JobCounts;
}
