import type { QueueCounts } from '@scheduler/contracts/adapter';
import type { RedisDatabase } from '../database/redis-database.js';
import { step } from '../database/step.js';

/** Returns each queue with pending or running executions: its name, and how many are pending, pending for a later instant, and running. */
const COUNT = step(`
local now, queues, answer = now_ms(), {}, {}
local counts = redis.call('HGETALL', base .. 'n')
for index = 1, #counts, 2 do
  local status, queue = string.match(counts[index], '^(%a+)' .. US .. '(.*)$')
  if status == 'pending' or status == 'running' then
    queues[queue] = queues[queue] or { pending = 0, running = 0 }
    queues[queue][status] = tonumber(counts[index + 1])
  end
end
for queue, counted in pairs(queues) do
  local delayed = 0
  for priority = 0, 9 do
    delayed = delayed + redis.call('ZCOUNT', base .. 'w:' .. queue .. ':' .. priority, '(' .. now, '+inf')
  end
  answer[#answer + 1] = { queue, counted.pending, delayed, counted.running }
end
return answer
`);

export async function countQueues(database: RedisDatabase): Promise<readonly QueueCounts[]> {
  const answer = (await database.run(COUNT, [])) as readonly [string, number, number, number][];
  return answer
    .map(([queue, pending, delayed, running]) => ({ queue, available: pending - delayed, delayed, running }))
    .sort((a, b) => (a.queue < b.queue ? -1 : 1));
}
