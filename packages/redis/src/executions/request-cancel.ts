import type { CancelRequested } from '@scheduler/contracts';
import type { CancelExecution } from '@scheduler/contracts/adapter';
import type { RedisDatabase } from '../database/redis-database.js';
import { scopeOf } from '../database/scope.js';
import { fieldsFromList } from './execution-hash.js';
import { executionStep } from './execution-step.js';
import { readableExecution } from './corrupt-execution.js';

/** Arguments: id, scope, reason. Returns the new state and the whole hash, or an empty list if the scope has no such execution. */
const CANCEL = executionStep(`
local x, scope, reason, state = read_execution(next_arg()), next_arg(), next_arg(), 'ended'
if not x or not in_scope(x, scope) then return {} end
if x.status == 'pending' then
  local now = now_ms()
  state = 'cancelled'
  move_execution(x, { status = 'cancelled', rcode = 'cancelled', rmsg = reason, finished = now })
  if x.job then job_execution_cancelled(x.job, now) end
elseif x.status == 'running' then
  state = 'stopping'
  redis.call('HSET', hash_of(x.id), 'cancel', reason)
end
return { state, redis.call('HGETALL', hash_of(x.id)) }
`);

export async function requestCancel(
  database: RedisDatabase,
  { id, tenant, reason }: CancelExecution,
): Promise<CancelRequested | null> {
  const answer = await database.run(CANCEL, [id, scopeOf(tenant), reason]);
  const [state, list] = answer as [CancelRequested['state']?, string[]?];
  if (state === undefined || list === undefined) return null;
  return { state, execution: readableExecution(fieldsFromList(list)) };
}
