import { JobAmbiguous, type ScheduledJob } from '@scheduler/contracts';
import { checkScope, type JobById, type JobByName } from '@scheduler/contracts/adapter';
import { type FieldValues, readHashes } from '../database/read-hashes.js';
import type { RedisDatabase } from '../database/redis-database.js';
import { refuseTransaction } from '../database/refuse-transaction.js';
import { isInScope } from '../database/scope.js';
import { step } from '../database/step.js';
import { hashFromValues, JOB_FIELDS } from '../jobs/job-hash.js';
import { jobKey, ownerKey, scopeKey } from '../jobs/job-keys.js';
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

/**
 * Arguments: the name, the key of the scope, the key of jobs without a tenant. Returns the id and the fields of the job, or two tenants that
 * have the name.
 */
const FIND_BY_NAME = step(
  JOB_STEPS,
  `
local name, scope, nobody = next_arg(), next_arg(), next_arg()
local function named(state, owner) return base .. 'jobs:named:' .. state .. ':' .. owner .. ':' .. name end
local function latest(index) return redis.call('ZREVRANGE', index, 0, 0)[1] end
local function found(id) return { id, redis.call('HMGET', job_key(id), unpack(JOB_FIELDS)) } end
for _, state in ipairs({ 'live', 'ended' }) do
  local id = latest(named(state, scope))
  if id then
    if scope ~= '*' then return found(id) end
    local own = latest(named(state, nobody))
    if own then return found(own) end
    local tenant = redis.call('HGET', job_key(id), 'tenant')
    for _, other in ipairs(redis.call('ZREVRANGE', named(state, scope), 1, -1)) do
      local another = redis.call('HGET', job_key(other), 'tenant')
      if another and another ~= tenant then return { tenant, another, 'ambiguous' } end
    end
    return found(id)
  end
end
return {}
`,
);

/** A live job comes before ended ones, one without a tenant before those of tenants; of several the one that was created last is returned. */
export async function findJobByName(
  database: RedisDatabase,
  { name, tenant }: JobByName,
): Promise<ScheduledJob | null> {
  const args = [name, scopeKey(checkScope(tenant)), ownerKey(null)];
  const answer = (await database.run(FIND_BY_NAME, args)) as
    [] | [string, FieldValues] | [string, string, 'ambiguous'];
  if (answer.length === 3) throw new JobAmbiguous(name, [answer[0], answer[1]].sort());
  const [id, values] = answer;
  const hash = values === undefined ? null : hashFromValues(values);
  return id === undefined || hash === null ? null : readableJob(id, hash);
}
