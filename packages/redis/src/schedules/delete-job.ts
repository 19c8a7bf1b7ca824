import type { JobById } from '@scheduler/contracts/adapter';
import type { RedisDatabase } from '../database/redis-database.js';
import { refuseTransaction } from '../database/refuse-transaction.js';
import { scopeOf } from '../database/scope.js';
import { executionStep } from '../executions/execution-step.js';

/** Arguments: the job, the scope. */
const REMOVE = executionStep(`
local id, scope = next_arg(), next_arg()
local job = job_read(id, { 'tenant' })
if not job or not in_scope(job, scope) then return 0 end
remove_executions_of(id)
job_remove(id)
return 1
`);

export async function deleteJob(
  database: RedisDatabase,
  { id, tenant, transaction }: JobById,
): Promise<boolean> {
  refuseTransaction(transaction);
  return (await database.run(REMOVE, [id, scopeOf(tenant)])) === 1;
}
