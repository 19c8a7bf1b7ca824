import { type AddJobs, JobAlreadyExists } from '@scheduler/contracts';
import type { RedisDatabase } from '../common/redis-database.js';
import { refuseTransaction } from '../common/refuse-transaction.js';
import { step } from '../common/step.js';
import { givenJob } from './job-hash.js';
import { JOB_STEPS } from './job-lua.js';

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
  const given = jobs.flatMap((job) => [job.id, ...givenJob(job)]);
  const taken = (await database.run(ADD, [jobs.length, ...given])) as ['id' | 'name', string] | null;
  if (taken !== null) throw new JobAlreadyExists(...taken);
}
