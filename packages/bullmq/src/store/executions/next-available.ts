import type { RedisDatabase } from '../common/redis-database.js';
import { executionStep } from './execution-step.js';
import { FIRST_CLAIMABLE } from './lua/claiming.js';

/** Parks what is blocked, so that nobody wakes up for what cannot be claimed. Arguments: how many queues, their names. */
const NEXT_AVAILABLE = executionStep(`${FIRST_CLAIMABLE}
local now, earliest = now_ms(), false
for _ = 1, next_number() do
  local queue = next_arg()
  for priority = 0, 9 do
    if first_claimable(queue, priority, now) then break end
  end
  for priority = 0, 9 do
    local first = tonumber(redis.call('ZRANGE', lane_of(queue, priority), 0, 0, 'WITHSCORES')[2])
    if first and (not earliest or first < earliest) then earliest = first end
  end
end
return earliest
`);

export async function nextAvailableAt(
  database: RedisDatabase,
  queues: readonly string[],
): Promise<Date | null> {
  if (queues.length === 0) return null;
  const earliest = await database.run(NEXT_AVAILABLE, [queues.length, ...queues]);
  return earliest === null ? null : new Date(Number(earliest));
}
