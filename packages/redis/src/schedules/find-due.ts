import type { ScheduledJob } from '@scheduler/contracts';
import type { DueJobs, FindDue } from '@scheduler/contracts/adapter';
import type { FieldValues } from '../database/read-hashes.js';
import type { RedisDatabase } from '../database/redis-database.js';
import { step } from '../database/step.js';
import { hashFromValues, jobFromHash, type JobHash } from '../jobs/job-hash.js';
import { DUE_JOBS } from '../jobs/job-keys.js';
import { JOB_STEPS } from '../jobs/job-lua.js';
import { quarantineJob } from './quarantine-job.js';

/** Argument: the limit. */
const FIND_DUE = step(
  JOB_STEPS,
  `
local now = now_ms()
local found = {}
for _, id in ipairs(redis.call('ZRANGEBYSCORE', base .. 'jobs:due', '-inf', now, 'LIMIT', 0, next_arg())) do
  found[#found + 1] = { id, redis.call('HMGET', job_key(id), unpack(JOB_FIELDS)) }
end
return { now, found }
`,
);

/** Finds due jobs, the most overdue first. A corrupt job is paused and left out, so that it does not block the others. */
export async function findDue(database: RedisDatabase, { limit }: FindDue): Promise<DueJobs> {
  const [now, found] = (await database.run(FIND_DUE, [limit])) as [number, readonly [string, FieldValues][]];
  const jobs: ScheduledJob[] = [];
  for (const [id, values] of found) {
    const hash = hashFromValues(values);
    const job = hash === null ? null : await readOrQuarantine(database, id, hash);
    if (job !== null) jobs.push(job);
  }
  return { now: new Date(now), jobs };
}

/** Null: the job was corrupt and is paused now. */
async function readOrQuarantine(
  database: RedisDatabase,
  id: string,
  hash: JobHash,
): Promise<ScheduledJob | null> {
  try {
    return jobFromHash(id, hash);
  } catch {
    await quarantineJob(database, id, hash);
    return null;
  }
}

export async function nextDueAt(database: RedisDatabase): Promise<Date | null> {
  const key = database.key(DUE_JOBS);
  const [, score] = await database.redis.zrangebyscore(key, '-inf', '+inf', 'WITHSCORES', 'LIMIT', 0, 1);
  return score === undefined ? null : new Date(Number(score));
}
