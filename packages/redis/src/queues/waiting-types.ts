import { countWaitingTypes, type WaitingType } from '@scheduler/contracts/adapter';
import { readHashes } from '../database/read-hashes.js';
import type { RedisDatabase } from '../database/redis-database.js';
import { step } from '../database/step.js';

/** There is no index by type, so that each execution is read; of a longer queue only so many are. */
const MOST_READ = 10_000;

/** Returns the time and the ids of the first executions that wait in a queue and are available. Arguments: the queue, how many at most. */
const FIRST_WAITING = step(`
local queue, most = next_arg(), next_number()
local now, ids = now_ms(), {}
local function add(index)
  local found = redis.call('ZRANGEBYSCORE', index, '-inf', now, 'LIMIT', 0, most - #ids)
  for _, id in ipairs(found) do ids[#ids + 1] = id end
end
for priority = 0, 9 do add(base .. 'w:' .. queue .. ':' .. priority) end
add(base .. 'parked:' .. queue)
return { now, ids }
`);

export async function waitingTypes(
  database: RedisDatabase,
  queues: readonly string[],
): Promise<readonly WaitingType[]> {
  const counted = await Promise.all([...new Set(queues)].sort().map((queue) => typesIn(database, queue)));
  return counted.flat();
}

async function typesIn(database: RedisDatabase, queue: string): Promise<readonly WaitingType[]> {
  const [nowMs, ids] = (await database.run(FIRST_WAITING, [queue, MOST_READ])) as [number, string[]];
  const names = ids.map((id) => `x:${id}`);
  const executions: { status: 'pending'; queue: string; type: never; availableAt: Date }[] = [];
  for await (const [type = null, available = null] of readHashes(database, names, ['type', 'avail']))
    if (type !== null)
      executions.push({
        status: 'pending',
        queue,
        type: type as never,
        availableAt: new Date(Number(available)),
      });
  return countWaitingTypes({ executions, at: new Date(nowMs) }, [queue]);
}
