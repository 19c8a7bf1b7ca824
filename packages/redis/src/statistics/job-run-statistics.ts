import type { Execution } from '@scheduler/contracts';
import {
  jobRunStatisticsOf,
  type JobRunStatistics,
  type JobRunStatisticsRequest,
} from '@scheduler/contracts/adapter';
import type { RedisDatabase } from '../database/redis-database.js';
import { isInScope } from '../database/scope.js';
import { readExecutions } from '../executions/read-executions.js';

/** How many executions are read at a time, including pending ones, which are left out. */
const PAGE = 200;

/** Reads the latest executions of a job from the end of its index, which is sorted by their start. */
export async function jobRunStatistics(
  database: RedisDatabase,
  { jobId, tenant, latest }: JobRunStatisticsRequest,
): Promise<JobRunStatistics> {
  const executions: Execution[] = [];
  const key = database.key(`je:${jobId}`);
  for (let from = 0; executions.length < latest; from += PAGE) {
    const ids = await database.redis.zrevrange(key, from, from + PAGE - 1);
    if (ids.length === 0) break;
    const read = await readExecutions(database, ids);
    executions.push(...read.filter((one) => one.status !== 'pending' && isInScope(one, tenant)));
  }
  return jobRunStatisticsOf(executions.slice(0, latest));
}
