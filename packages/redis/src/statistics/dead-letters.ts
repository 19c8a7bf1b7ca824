import { executionStatuses } from '@scheduler/contracts';
import type { TenantScope } from '@scheduler/contracts/adapter';
import { readHashes } from '../database/read-hashes.js';
import type { RedisDatabase } from '../database/redis-database.js';
import { isInScope } from '../database/scope.js';

const DEAD = executionStatuses.statuses
  .filter((status) => executionStatuses.isFinal(status))
  .flatMap((status) => [`dead:${status}`, `steps:dead:${status}`]);

export async function countDeadLetters(database: RedisDatabase, tenant: TenantScope): Promise<number> {
  const counts = await database.redis.hgetall(database.key(tenant === null ? 'dn' : `dn:${tenant}`));
  return Object.entries(counts)
    .filter(([field]) => field.startsWith('queue\u001f'))
    .reduce((total, [, count]) => total + Number(count), 0);
}

/** Counts the dead letters since an instant. An execution becomes a dead letter when it ends. */
export async function countDeadLettersSince(
  database: RedisDatabase,
  tenant: TenantScope,
  sinceMs: number,
): Promise<number> {
  const { redis } = database;
  const keys = DEAD.map((name) => database.key(name));
  if (tenant === null) {
    const counts = await Promise.all(keys.map((key) => redis.zcount(key, sinceMs, '+inf')));
    return counts.reduce((total, count) => total + count, 0);
  }
  const ids = (await Promise.all(keys.map((key) => redis.zrangebyscore(key, sinceMs, '+inf')))).flat();
  const names = ids.map((id) => `x:${id}`);
  let count = 0;
  for await (const [owner = null] of readHashes(database, names, ['tenant']))
    if (isInScope({ tenant: owner }, tenant)) count += 1;
  return count;
}
