import { JobAlreadyExists, type ScheduledJob } from '@scheduler/contracts';
import type { AddJobs } from '@scheduler/contracts/adapter';
import { confirmAmbiguousWrite } from '../database/confirm-ambiguous-write.js';
import type { RedisDatabase } from '../database/redis-database.js';
import { refuseTransaction } from '../database/refuse-transaction.js';
import { step } from '../database/step.js';
import { givenJob } from '../jobs/job-hash.js';
import { JOB_STEPS } from '../jobs/job-lua.js';
import { readJobs } from './read-jobs.js';

/** Arguments: how many, and of each the id and the job. Says what is taken, or nothing. */
const ADD = step(
  JOB_STEPS,
  `
local jobs, ids, names = {}, {}, {}
for _ = 1, next_number() do
  local id, job = next_arg(), job_given()
  if ids[id] or redis.call('EXISTS', job_key(id)) == 1 then return { 'id', id } end
  ids[id] = true
  if not job_is_final(job.status) then
    local name = job_scope(job.tenant) .. job.name
    if names[name] or job_holder(job.tenant, job.name) then return { 'name', job.name } end
    names[name] = true
  end
  jobs[#jobs + 1] = { id, job }
end
for _, given in ipairs(jobs) do job_change(given[1], given[2]) end
return nil
`,
);

/** All or none, however many there are: one step. */
export async function addJobs(database: RedisDatabase, { jobs, transaction }: AddJobs): Promise<void> {
  refuseTransaction(transaction);
  if (jobs.length === 0) return;
  await confirmAmbiguousWrite(database, {
    write: () => write(database, jobs),
    lookFor: () => findWritten(database, jobs),
  });
}

async function write(database: RedisDatabase, jobs: readonly ScheduledJob[]): Promise<true> {
  const given = jobs.flatMap((job) => [job.id, ...givenJob(job)]);
  const taken = (await database.run(ADD, [jobs.length, ...given])) as ['id' | 'name', string] | null;
  if (taken !== null) throw new JobAlreadyExists(...taken);
  return true;
}

/** All of them were written or none, so the first tells for all. */
async function findWritten(database: RedisDatabase, [first]: readonly ScheduledJob[]): Promise<true | null> {
  if (first === undefined) return null;
  const [stored] = await readJobs(database, [first.id]);
  return stored?.createdAt.getTime() === first.createdAt.getTime() ? true : null;
}
