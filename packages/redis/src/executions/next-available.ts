import type { NextAvailable } from '@scheduler/contracts/adapter';
import type { RedisDatabase } from '../database/redis-database.js';
import { executionStep } from './execution-step.js';
import { CLAIMABLE } from './lua/claiming.js';

/**
 * Parks blocked executions, so that no node wakes up for what cannot be claimed. Arguments: the instant after which executions count, the
 * number of excepted types, the types, the number of queues, their names.
 */
const NEXT_AVAILABLE = executionStep(`${CLAIMABLE}
local now, earliest = now_ms(), false
local after = next_arg()
read_excepted_types()

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
  release_types(queue, 1)
  for priority = 0, 9 do
    if has_claimable(lane_of(queue, priority)) then break end
  end
  write_sets()
  for priority = 0, 9 do
    local first = tonumber(redis.call('ZRANGEBYSCORE', lane_of(queue, priority), after, '+inf', 'WITHSCORES', 'LIMIT', 0, 1)[2])
    if first and (not earliest or first < earliest) then earliest = first end
  end
end
return earliest
`);

export async function nextAvailableAt(
  database: RedisDatabase,
  { queues, after, exceptTypes = [] }: NextAvailable,
): Promise<Date | null> {
  if (queues.length === 0) return null;
  const scores = after === undefined ? '-inf' : `(${after.getTime()}`;
  const earliest = await database.run(NEXT_AVAILABLE, [
    scores,
    exceptTypes.length,
    ...exceptTypes,
    queues.length,
    ...queues,
  ]);
  return earliest === null ? null : new Date(Number(earliest));
}
