import { ConcurrentChange } from '@scheduler/contracts';
import type { CancelJob, CancelledJob } from '@scheduler/contracts/adapter';
import type { RedisDatabase } from '../database/redis-database.js';
import { refuseTransaction } from '../database/refuse-transaction.js';
import { executionStep } from '../executions/execution-step.js';
import { asStored, changedJobArgs, READ_CHANGED_JOB, skippedArgs } from './save-job.js';

/** Arguments: the cancelled job, the reason, the skipped executions. */
const CANCEL = executionStep(`
${READ_CHANGED_JOB}
local id, job = changed_job()
if not id then return {} end
job_change(id, job)
local cancelled, stopping = cancel_executions_of(id, next_arg(), now_ms())
insert_next_executions()
return { cancelled, stopping }
`);

export async function cancelJob(database: RedisDatabase, request: CancelJob): Promise<CancelledJob> {
  refuseTransaction(request.transaction);
  const args = [...changedJobArgs(request), request.reason, ...skippedArgs(request.skipped)];
  const [cancelledExecutions, stopping] = (await database.change(CANCEL, args, request.cause)) as
    [] | [number, string[]];
  if (cancelledExecutions === undefined) throw new ConcurrentChange(request.job.id, request.expectedRevision);
  return { job: asStored(request), cancelledExecutions, stopping: stopping ?? [] };
}
