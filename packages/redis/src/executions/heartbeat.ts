import type { HeartbeatLeases, LeaseState } from '@scheduler/contracts/adapter';
import { inChunks } from '../database/in-chunks.js';
import type { RedisDatabase } from '../database/redis-database.js';
import { executionStep } from './execution-step.js';

/**
 * Arguments: the length of the lease, the number of leases, and for each its id, its fence and the start that it confirms, or ''. Returns for
 * each whether it is held, and the cancel request.
 */
const HEARTBEAT = executionStep(`
local lease, answer = now_ms() + next_number(), {}
for index = 1, next_number() do
  local id, fence, began_at = next_arg(), next_arg(), next_arg()
  local values = redis.call('HMGET', hash_of(id), 'status', 'fence', 'cancel')
  local is_held = values[1] == 'running' and values[2] == fence
  if is_held then
    redis.call('HSET', hash_of(id), 'lease', lease)
    redis.call('ZADD', base .. 'leases', lease, id)
    if began_at ~= '' then move_execution(read_execution(id), { started = began_at, unstarted = false }) end
  end
  answer[index] = { is_held and 1 or 0, is_held and values[3] }
end
return answer
`);

export async function heartbeat(
  database: RedisDatabase,
  { leases, leaseMs }: HeartbeatLeases,
): Promise<readonly LeaseState[]> {
  const states: LeaseState[] = [];
  for (const chunk of inChunks(leases)) {
    const args = chunk.flatMap(({ executionId, fence, startedAt }) => [
      executionId,
      fence,
      startedAt?.getTime() ?? '',
    ]);
    const answers = await database.run(HEARTBEAT, [leaseMs, chunk.length, ...args]);
    for (const [index, [held, cancelRequest]] of (answers as readonly [number, string | null][]).entries())
      states.push({
        executionId: chunk[index]?.executionId ?? '',
        held: held === 1,
        cancelRequest: cancelRequest ?? null,
      });
  }
  return states;
}
