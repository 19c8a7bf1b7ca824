import type { CancelRequested } from '@scheduler/contracts';
import type { CancelExecution } from '@scheduler/contracts/adapter';
import type { RedisDatabase } from '../database/redis-database.js';
import { scopeOf } from '../database/scope.js';
import { fieldsFromList } from '../executions/execution-hash.js';
import { executionStep } from '../executions/execution-step.js';
import { readableExecution } from '../executions/corrupt-execution.js';
import { cancelStep } from '../workflows/cancel-step.js';

/**
 * Arguments: id, scope, reason. Returns the new state and the whole hash, or an empty list if the scope has no such execution. The state `step`:
 * it is a step of a workflow that waits, and nothing was written.
 */
const CANCEL = executionStep(`
local x, scope, reason, state = read_execution(next_arg()), next_arg(), next_arg(), 'ended'
if not x or not in_scope(x, scope) then return {} end
if x.status == 'pending' and x.run then
  state = 'step'
elseif x.status == 'pending' then
  local now = now_ms()
  state = 'cancelled'
  move_execution(x, { status = 'cancelled', rcode = 'cancelled', rmsg = reason, finished = now })
  if logs then log_cancelled(x, reason) end
  if x.job then job_execution_cancelled(x.job, now) end
elseif x.status == 'running' then
  state = 'stopping'
  request_cancel(x, reason)
end
return { state, redis.call('HGETALL', hash_of(x.id)) }
`);

export async function requestCancel(
  database: RedisDatabase,
  request: CancelExecution,
): Promise<CancelRequested | null> {
  const { id, tenant, reason, cause } = request;
  const answer = await database.change(CANCEL, [id, scopeOf(tenant), reason], cause);
  const [state, list] = answer as [(CancelRequested['state'] | 'step')?, string[]?];
  if (state === undefined || list === undefined) return null;
  const execution = readableExecution(fieldsFromList(list));
  if (state !== 'step') return { state, execution };
  // A step that does not wait any more was claimed or ended meanwhile, so that it is asked again.
  return (await cancelStep(database, execution, request)) ?? requestCancel(database, request);
}
