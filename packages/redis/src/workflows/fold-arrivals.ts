import { arrivalsOf } from '@scheduler/contracts/adapter';
import type { RedisDatabase } from '../database/redis-database.js';
import { readExecutions } from '../executions/read-executions.js';
import { advanceRuns } from './advance-runs.js';
import { ARRIVALS } from './run-keys.js';
import { isEndedStep } from './tree-reads.js';

/**
 * Tells runs of executions that ended in a script which does not advance runs. There are no transactions of callers on Redis; what remains are
 * executions that were found to be corrupt when they were to be claimed or rescued. Returns how many there were.
 */
export async function foldArrivals(database: RedisDatabase, limit: number): Promise<number> {
  const key = database.key(ARRIVALS);
  if ((await database.redis.exists(key)) === 0) return 0;
  let folded: readonly string[] = [];
  const at = await database.now();
  await advanceRuns(database, {
    at,
    cause: null,
    roots: [],
    plan: async () => {
      folded = await database.redis.srandmember(key, limit);
      const executions = await readExecutions(database, folded);
      return { folded, commands: arrivalsOf(executions.filter(isEndedStep)) };
    },
  });
  return folded.length;
}
