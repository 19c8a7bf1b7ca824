import { ConcurrentChange } from '@scheduler/contracts';
import type { DeleteJob } from '@scheduler/contracts/adapter';
import type { RedisDatabase } from '../database/redis-database.js';
import { refuseTransaction } from '../database/refuse-transaction.js';
import { scopeOf } from '../database/scope.js';
import { executionStep } from '../executions/execution-step.js';

/** Arguments: the job, the scope, its expected revision or nothing. Returns -1 for another revision. */
const REMOVE = executionStep(`
local id, scope, revision = next_arg(), next_arg(), next_arg()
local job = job_read(id, { 'tenant', 'revision' })
if not job or not in_scope(job, scope) then return 0 end
if revision ~= '' and job.revision ~= revision then return -1 end
remove_executions_of(id)
job_remove(id)
return 1
`);

export async function deleteJob(
  database: RedisDatabase,
  { id, tenant, expectedRevision, transaction, cause }: DeleteJob,
): Promise<boolean> {
  refuseTransaction(transaction);
  const revision = expectedRevision === undefined ? '' : String(expectedRevision);
  const removed = await database.change(REMOVE, [id, scopeOf(tenant), revision], cause);
  if (removed === -1 && expectedRevision !== undefined) throw new ConcurrentChange(id, expectedRevision);
  return removed === 1;
}
