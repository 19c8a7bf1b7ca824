import { ConcurrentChange, type Execution, JobAlreadyExists, type ScheduledJob } from '@scheduler/contracts';
import type { SaveJob } from '@scheduler/contracts/adapter';
import type { RedisDatabase } from '../database/redis-database.js';
import { refuseTransaction } from '../database/refuse-transaction.js';
import { newExecutionArgs } from '../executions/execution-args.js';
import { executionStep } from '../executions/execution-step.js';
import { jobArgs, jobFromHash, jobToHash } from '../jobs/job-hash.js';

/** Reads a job as `changedJobArgs` writes it. Nil: the job was changed meanwhile. */
export const READ_CHANGED_JOB = `
local function changed_job()
  local id, expected, job = next_arg(), next_arg(), next_job()
  local stored = job_read(id, { 'revision' })
  if not stored or stored.revision ~= expected then return nil end
  return id, job
end
`;

/** Arguments: the changed job, the skipped executions. */
const SAVE = executionStep(`
${READ_CHANGED_JOB}
local id, job = changed_job()
if not id then return 'changed' end
local holder = not job_is_final(job.status) and job_holder(job.tenant, job.name)
if holder and holder ~= id then return 'named' end
job_change(id, job)
insert_next_executions()
return 'saved'
`);

export async function saveJob(database: RedisDatabase, request: SaveJob): Promise<ScheduledJob> {
  refuseTransaction(request.transaction);
  const { job, expectedRevision, skipped } = request;
  const result = await database.change(
    SAVE,
    [...changedJobArgs(request), ...skippedArgs(skipped)],
    request.cause,
  );
  if (result === 'changed') throw new ConcurrentChange(job.id, expectedRevision);
  if (result === 'named') throw new JobAlreadyExists('name', job.name);
  return asStored(request);
}

type ChangedJob = Pick<SaveJob, 'job' | 'expectedRevision'>;

export function changedJobArgs({ job, expectedRevision }: ChangedJob): (string | number)[] {
  return [job.id, expectedRevision, ...jobArgs(job.with({ revision: expectedRevision + 1 }))];
}

export function skippedArgs(skipped: readonly Execution[] = []): (string | number)[] {
  return [skipped.length, ...skipped.flatMap(newExecutionArgs)];
}

/** The job as it would be read, which shares no object with the caller. */
export function asStored({ job, expectedRevision }: ChangedJob): ScheduledJob {
  return jobFromHash(job.id, jobToHash(job.with({ revision: expectedRevision + 1 })));
}
