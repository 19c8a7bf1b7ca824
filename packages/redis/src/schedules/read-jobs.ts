import type { ScheduledJob } from '@scheduler/contracts';
import type { JobById, JobByName } from '@scheduler/contracts/adapter';
import { type FieldValues, readHashes } from '../database/read-hashes.js';
import type { RedisDatabase } from '../database/redis-database.js';
import { refuseTransaction } from '../database/refuse-transaction.js';
import { isInScope } from '../database/scope.js';
import { step } from '../database/step.js';
import { hashFromValues, JOB_FIELDS } from '../jobs/job-hash.js';
import { jobKey, scopeKey } from '../jobs/job-keys.js';
import { JOB_STEPS } from '../jobs/job-lua.js';
import { readableJob } from '../jobs/corrupt-job.js';

export async function getJob(
  database: RedisDatabase,
  { id, tenant, transaction }: JobById,
): Promise<ScheduledJob | null> {
  refuseTransaction(transaction);
  const [job] = await readJobs(database, [id]);
  return job !== undefined && isInScope(job, tenant) ? job : null;
}

/** Reads jobs in the order of the ids. Those that do not exist are left out. */
export async function readJobs(
  database: RedisDatabase,
  ids: readonly string[],
): Promise<readonly ScheduledJob[]> {
  const jobs: ScheduledJob[] = [];
  let position = 0;
  for await (const values of readHashes(database, ids.map(jobKey), JOB_FIELDS)) {
    const id = ids[position] ?? '';
    position += 1;
    const hash = hashFromValues(values);
    if (hash !== null) jobs.push(readableJob(id, hash));
  }
  return jobs;
}

/** Arguments: the name, the key of the scope. */
const FIND_BY_NAME = step(
  JOB_STEPS,
  `
local name, scope = next_arg(), next_arg()
for _, state in ipairs({ 'live', 'ended' }) do
  local id = redis.call('ZREVRANGE', base .. 'jobs:named:' .. state .. ':' .. scope .. ':' .. name, 0, 0)[1]
  if id then return { id, redis.call('HMGET', job_key(id), unpack(JOB_FIELDS)) } end
end
return {}
`,
);

/** A live job comes before ended ones; of several the one that was created last is returned. */
export async function findJobByName(
  database: RedisDatabase,
  { name, tenant }: JobByName,
): Promise<ScheduledJob | null> {
  const [id, values] = (await database.run(FIND_BY_NAME, [name, scopeKey(tenant)])) as
    [] | [string, FieldValues];
  const hash = values === undefined ? null : hashFromValues(values);
  return id === undefined || hash === null ? null : readableJob(id, hash);
}
