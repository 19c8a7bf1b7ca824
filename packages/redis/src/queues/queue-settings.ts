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
local FIELDS = { 'paused', 'concurrency', 'limit' }
local function read() return redis.call('HMGET', base .. 'q:' .. queue, unpack(FIELDS)) end

-- The event is made of the fields as they were and as they are.
local function log_queue(before, after)
  local event, is_changed = log_change('queue', queue, {}), not before
  local function list(section, values)
    event[#event + 1] = section
    event[#event + 1] = ''
    for index, name in ipairs(FIELDS) do
      set(event, name, values[index])
      if before and before[index] ~= after[index] then is_changed = true end
    end
  end
  if before then list('was', before) end
  list('is', after)
  if not is_changed then events[#events] = nil end
end

local is_new = redis.call('SADD', base .. 'queues', queue) == 1
local before = logs and not is_new and read()
for _ = 1, next_number() do
  local field, value = next_arg(), next_arg()
  if value == '' then redis.call('HDEL', base .. 'q:' .. queue, field)
  else redis.call('HSET', base .. 'q:' .. queue, field, value) end
end
local after = read()
if logs then log_queue(before, after) end
return after
`);

const FIELDS = ['paused', 'concurrency', 'limit'];

export async function changeQueue(
  database: RedisDatabase,
  { queue, paused, concurrency, globalLimit, cause }: ChangeQueue,
): Promise<QueueSettings> {
  const args: (string | number)[] = [];
  if (paused !== undefined) args.push('paused', paused ? 1 : '');
  if (concurrency !== undefined) args.push('concurrency', concurrency ?? '');
  if (globalLimit !== undefined) args.push('limit', globalLimit ?? '');
  const values = await database.change(CHANGE, [queue, args.length / 2, ...args], cause);
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

/** The settings out of fields by name, as an entry of the event log has them. */
export function settingsFromFields(queue: string, fields: Readonly<Record<string, string>>): QueueSettings {
  return settingsOf(
    queue,
    FIELDS.map((field) => fields[field] ?? null),
  );
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
