import { type ExecutionStatus, executionStatuses } from '@scheduler/contracts';
import {
  countStatuses,
  durationStatistics,
  type EndedBetween,
  type EndedStatistics,
} from '@scheduler/contracts/adapter';
import { readHashes } from '../database/read-hashes.js';
import type { RedisDatabase } from '../database/redis-database.js';
import { isInScope } from '../database/scope.js';

const ENDED = executionStatuses.statuses.filter((status) => executionStatuses.isFinal(status));

interface Ended {
  readonly status: ExecutionStatus;
  readonly durationMs: number | null;
}

export async function endedExecutions(
  database: RedisDatabase,
  { tenant, since, until }: EndedBetween,
): Promise<EndedStatistics> {
  const ended: Ended[] = [];
  for (const [index, status] of ENDED.flatMap((one) => indexesOf(one).map((name) => [name, one] as const))) {
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

/** The indexes of ended executions. Dead letters have one of their own, and so have steps of workflows. */
function indexesOf(status: ExecutionStatus): readonly string[] {
  return [`ended:${status}`, `dead:${status}`, `steps:ended:${status}`, `steps:dead:${status}`];
}
