import { JobAlreadyExists, type ScheduledJob } from '@scheduler/contracts';
import type { AddJobs } from '@scheduler/contracts/adapter';
import { confirmAmbiguousWrite } from '../database/confirm-ambiguous-write.js';
import type { RedisDatabase } from '../database/redis-database.js';
import { refuseTransaction } from '../database/refuse-transaction.js';
import { step } from '../database/step.js';
import { jobArgs } from '../jobs/job-hash.js';
import { JOB_STEPS } from '../jobs/job-lua.js';
import { readJobs } from './read-jobs.js';

/** Arguments: the number of jobs, and for each its id and the job. Returns which id or name is taken, or nil. */
const ADD = step(
  JOB_STEPS,
  `
local jobs, ids, names = {}, {}, {}
for _ = 1, next_number() do
  local id, job = next_arg(), next_job()
  if ids[id] or redis.call('EXISTS', job_key(id)) == 1 then return { 'id', id } end
  ids[id] = true
  if not job_is_final(job.status) then
    local name = job_scope(job.tenant) .. job.name
    if names[name] or job_holder(job.tenant, job.name) then return { 'name', job.name } end
    names[name] = true
  end
  jobs[#jobs + 1] = { id, job }
end
for _, new in ipairs(jobs) do job_change(new[1], new[2]) end
return nil
`,
);

/** Adds all jobs or none, in one script. */
export async function addJobs(database: RedisDatabase, { jobs, transaction, cause }: AddJobs): Promise<void> {
  refuseTransaction(transaction);
  if (jobs.length === 0) return;
  await confirmAmbiguousWrite(database, {
    write: () => write(database, jobs, cause),
    findResult: () => findWritten(database, jobs),
  });
}

async function write(
  database: RedisDatabase,
  jobs: readonly ScheduledJob[],
  cause: AddJobs['cause'],
): Promise<true> {
  const args = jobs.flatMap((job) => [job.id, ...jobArgs(job)]);
  const taken = (await database.change(ADD, [jobs.length, ...args], cause)) as ['id' | 'name', string] | null;
  if (taken !== null) throw new JobAlreadyExists(...taken);
  return true;
}

/** The script writes all jobs or none, so that it is enough to check the first one. */
async function findWritten(database: RedisDatabase, [first]: readonly ScheduledJob[]): Promise<true | null> {
  if (first === undefined) return null;
  const [stored] = await readJobs(database, [first.id]);
  return stored?.createdAt.getTime() === first.createdAt.getTime() ? true : null;
}
