import { type ExecutionStatus, executionStatuses } from '@scheduler/contracts';
import type { CountExecutions, ExecutionCounts } from '@scheduler/contracts/adapter';
import type { RedisDatabase } from '../database/redis-database.js';

/** Reads the counts that every script maintains by status and queue: in total, for each tenant, and for each job also by tenant. */
export async function countExecutions(
  database: RedisDatabase,
  { tenant, queue, jobId }: CountExecutions,
): Promise<ExecutionCounts> {
  const counts = Object.fromEntries(executionStatuses.statuses.map((status) => [status, 0])) as Record<
    ExecutionStatus,
    number
  >;
  const stored = await database.redis.hgetall(database.key(countsOf(tenant, jobId)));
  for (const [field, count] of Object.entries(stored)) {
    const [status = '', ofQueue, ofTenant = null] = field.split('\u001f');
    if (ofQueue === undefined) continue;
    if (queue !== undefined && ofQueue !== queue) continue;
    if (jobId !== undefined && tenant !== null && ofTenant !== tenant) continue;
    counts[status as ExecutionStatus] += Number(count);
  }
  return counts;
}

function countsOf(tenant: string | null, jobId: string | undefined): string {
  if (jobId !== undefined) return `jc:${jobId}`;
  return tenant === null ? 'n' : `n:${tenant}`;
}
