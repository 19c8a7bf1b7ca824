import { executionStatuses } from '@scheduler/contracts';
import type { PruneExecutions } from '@scheduler/contracts/adapter';
import { CHUNK_SIZE } from '../database/in-chunks.js';
import type { RedisDatabase } from '../database/redis-database.js';
import { executionStep } from './execution-step.js';

/** Arguments: the index, the instant, how many may be kept (-1: all), the limit, the number of statuses, their names. Deletes the oldest first. */
const PRUNE = executionStep(`
local index, before, keep, limit = next_arg(), next_number(), next_number(), next_number()
local ended, size = {}, 0
for _ = 1, next_number() do
  local key = base .. index .. ':' .. next_arg()
  size = size + redis.call('ZCARD', key)
  local found = redis.call('ZRANGE', key, 0, limit - 1, 'WITHSCORES')
  for at = 1, #found, 2 do ended[#ended + 1] = { found[at], tonumber(found[at + 1]), key } end
end
table.sort(ended, function(a, b) return a[2] < b[2] or (a[2] == b[2] and a[1] < b[1]) end)
local too_many = keep < 0 and 0 or size - keep
local pruned = 0
for _, one in ipairs(ended) do
  if pruned >= limit or (one[2] >= before and too_many <= 0) then break end
  local x = read_execution(one[1])
  if x then
    remove_execution(x)
    if logs then log_deleted('ExecutionsDeleted', 'execution', x) end
  else redis.call('ZREM', one[3], one[1]) end
  too_many = too_many - 1
  pruned = pruned + 1
end
return pruned
`);

export async function prune(
  database: RedisDatabase,
  { statuses, finishedBefore, deadLettered, keep, limit, cause }: PruneExecutions,
): Promise<number> {
  const ended = [...new Set(statuses)].filter((status) => executionStatuses.isFinal(status));
  if (ended.length === 0) return 0;
  const index = deadLettered ? 'dead' : 'ended';
  let pruned = 0;
  while (pruned < limit) {
    const wanted = Math.min(limit - pruned, CHUNK_SIZE);
    const args = [index, finishedBefore.getTime(), keep ?? -1, wanted, ended.length, ...ended];
    const removed = Number(await database.change(PRUNE, args, cause));
    pruned += removed;
    if (removed < wanted) break;
  }
  return pruned;
}
