import type { QueueSettings } from '@scheduler/contracts';
import type { ChangeQueue } from '@scheduler/contracts/adapter';
import { type FieldValues, readHashes } from '../database/read-hashes.js';
import type { RedisDatabase } from '../database/redis-database.js';
import { step } from '../database/step.js';

/**
 * `q:<queue>`: the settings of a queue, a hash; a missing field is the default. `queues`: the queues that have settings.
 *
 * Arguments: the queue, the number of fields, and for each its name and its value, or '' to remove it.
 */
const CHANGE = step(`
local queue = next_arg()
redis.call('SADD', base .. 'queues', queue)
for _ = 1, next_number() do
  local field, value = next_arg(), next_arg()
  if value == '' then redis.call('HDEL', base .. 'q:' .. queue, field)
  else redis.call('HSET', base .. 'q:' .. queue, field, value) end
end
return redis.call('HMGET', base .. 'q:' .. queue, 'paused', 'concurrency', 'limit')
`);

const FIELDS = ['paused', 'concurrency', 'limit'];

export async function changeQueue(
  database: RedisDatabase,
  { queue, paused, concurrency, globalLimit }: ChangeQueue,
): Promise<QueueSettings> {
  const args: (string | number)[] = [];
  if (paused !== undefined) args.push('paused', paused ? 1 : '');
  if (concurrency !== undefined) args.push('concurrency', concurrency ?? '');
  if (globalLimit !== undefined) args.push('limit', globalLimit ?? '');
  const values = await database.run(CHANGE, [queue, args.length / 2, ...args]);
  return settingsOf(queue, values as FieldValues);
}

export async function readSettings(database: RedisDatabase): Promise<readonly QueueSettings[]> {
  const queues = (await database.redis.smembers(database.key('queues'))).sort();
  const settings: QueueSettings[] = [];
  const names = queues.map((queue) => `q:${queue}`);
  for await (const values of readHashes(database, names, FIELDS))
    settings.push(settingsOf(queues[settings.length] ?? '', values));
  return settings;
}

function settingsOf(queue: string, [paused, concurrency, limit]: FieldValues): QueueSettings {
  return {
    queue,
    paused: paused === '1',
    concurrency: numberOrNull(concurrency),
    globalLimit: numberOrNull(limit),
  };
}

function numberOrNull(text: string | null | undefined): number | null {
  return text === null || text === undefined ? null : Number(text);
}
