import type { RedisDatabase } from '../database/redis-database.js';
import { executionStep } from './execution-step.js';
import { CLAIMABLE } from './lua/claiming.js';

/** Parks blocked executions, so that no node wakes up for what cannot be claimed. Arguments: the number of queues, their names. */
const NEXT_AVAILABLE = executionStep(`${CLAIMABLE}
local now, earliest = now_ms(), false

local function has_claimable(lane)
  while passed_over < MOST_PASSED_OVER do
    local id = available_in(lane, now, 1)[1]
    if not id then return false end
    if claimable(lane, id) then return true end
  end
  return false
end

for _ = 1, next_number() do
  local queue = next_arg()
  for priority = 0, 9 do
    if has_claimable(lane_of(queue, priority)) then break end
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
