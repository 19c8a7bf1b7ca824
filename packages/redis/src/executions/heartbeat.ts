import type { HeartbeatLeases, HeldLease, LeaseState } from '@scheduler/contracts/adapter';
import { inChunks } from '../database/in-chunks.js';
import type { RedisDatabase } from '../database/redis-database.js';
import { executionStep } from './execution-step.js';

/**
 * Arguments: the length of the lease, the number of leases, and for each its id, its fence and the start that it confirms, or '';
 * with a confirmed start also the data of its event, if events are logged. Returns for
 * each whether it is held, and the cancel request.
 */
const HEARTBEAT = executionStep(`
local function confirm_start(x, began_at, data)
  move_execution(x, { started = began_at, unstarted = false })
  if not logs then return end
  cause = redis.call('HGET', hash_of(x.id), 'owner')
  log_execution('ExecutionStartConfirmed', x, data)
end

local lease, answer = now_ms() + next_number(), {}
for index = 1, next_number() do
  local id, fence, began_at = next_arg(), next_arg(), next_arg()
  local data = logs and began_at ~= '' and next_arg()
  local values = redis.call('HMGET', hash_of(id), 'status', 'fence', 'cancel')
  local is_held = values[1] == 'running' and values[2] == fence
  if is_held then
    redis.call('HSET', hash_of(id), 'lease', lease)
    redis.call('ZADD', base .. 'leases', lease, id)
    if began_at ~= '' then confirm_start(read_execution(id), began_at, data) end
  end
  answer[index] = { is_held and 1 or 0, is_held and values[3] }
end
return answer
`);

function leaseArgs({ executionId, fence, startedAt }: HeldLease, logs: boolean): (string | number)[] {
  if (startedAt === undefined) return [executionId, fence, ''];
  const data = logs ? [JSON.stringify({ fence, startedAt })] : [];
  return [executionId, fence, startedAt.getTime(), ...data];
}

export async function heartbeat(
  database: RedisDatabase,
  { leases, leaseMs }: HeartbeatLeases,
): Promise<readonly LeaseState[]> {
  const states: LeaseState[] = [];
  for (const chunk of inChunks(leases)) {
    const args = chunk.flatMap((lease) => leaseArgs(lease, database.logs));
    const answers = await database.change(HEARTBEAT, [leaseMs, chunk.length, ...args], null);
    for (const [index, [held, cancelRequest]] of (answers as readonly [number, string | null][]).entries())
      states.push({
        executionId: chunk[index]?.executionId ?? '',
        held: held === 1,
        cancelRequest: cancelRequest ?? null,
      });
  }
  return states;
}
