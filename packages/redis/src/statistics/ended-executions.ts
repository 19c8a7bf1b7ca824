import type { ExecutionStatus } from '@scheduler/contracts';
import {
  countStatuses,
  durationStatistics,
  type EndedBetween,
  type EndedStatistics,
} from '@scheduler/contracts/adapter';
import { readHashes } from '../database/read-hashes.js';
import type { RedisDatabase } from '../database/redis-database.js';
import { isInScope } from '../database/scope.js';
import { ENDED_INDEXES } from './ended-indexes.js';

interface Ended {
  readonly status: ExecutionStatus;
  readonly durationMs: number | null;
}

export async function endedExecutions(
  database: RedisDatabase,
  { tenant, since, until }: EndedBetween,
): Promise<EndedStatistics> {
  const ended: Ended[] = [];
  for (const [index, status] of ENDED_INDEXES) {
    const ids = await database.redis.zrangebyscore(database.key(index), since.getTime(), until.getTime());
    const names = ids.map((id) => `x:${id}`);
    for await (const [owner = null, duration = null, finished] of readHashes(database, names, FIELDS)) {
      if (finished === null || !isInScope({ tenant: owner }, tenant)) continue;
      ended.push({ status, durationMs: duration === null ? null : Number(duration) });
    }
  }
  return { counts: countStatuses(ended), durations: durationStatistics(ended) };
}

const FIELDS = ['tenant', 'dur', 'finished'];
