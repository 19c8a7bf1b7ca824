import type { JsonObject } from '@scheduler/contracts';
import { type EventCheckpoint, parseJson, type SaveCheckpoint } from '@scheduler/contracts/adapter';
import type { RedisDatabase } from '../database/redis-database.js';
import { step } from '../database/step.js';
import { CHECKPOINTS } from './log-keys.js';

/** A checkpoint is stored as its revision, a space, and its position and state as JSON. */
type Stored = Pick<EventCheckpoint, 'position' | 'state'>;

/** Arguments: the name, the expected revision ('': there must be none), the next one, position and state. Returns 1 if it was written. */
const SAVE = step(`
local checkpoints, name, expected, revision, text = base .. '${CHECKPOINTS}', next_arg(), next_arg(), next_arg(), next_arg()
local stored = redis.call('HGET', checkpoints, name)
if (stored and string.match(stored, '^%d+') or '') ~= expected then return 0 end
redis.call('HSET', checkpoints, name, revision .. ' ' .. text)
return 1
`);

export async function saveCheckpoint(
  database: RedisDatabase,
  { name, position, state, expectedRevision }: SaveCheckpoint,
): Promise<boolean> {
  const text = JSON.stringify({ position, state } satisfies Stored);
  const args = [name, expectedRevision ?? '', (expectedRevision ?? 0) + 1, text];
  return (await database.run(SAVE, args)) === 1;
}

export async function readCheckpoint(database: RedisDatabase, name: string): Promise<EventCheckpoint | null> {
  const stored = await database.redis.hget(database.key(CHECKPOINTS), name);
  return stored === null ? null : checkpointOf(name, stored);
}

export async function readCheckpoints(database: RedisDatabase): Promise<readonly EventCheckpoint[]> {
  const stored = await database.redis.hgetall(database.key(CHECKPOINTS));
  return Object.entries(stored)
    .map(([name, text]) => checkpointOf(name, text))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

export async function deleteCheckpoint(database: RedisDatabase, name: string): Promise<boolean> {
  return (await database.redis.hdel(database.key(CHECKPOINTS), name)) === 1;
}

function checkpointOf(name: string, stored: string): EventCheckpoint {
  const space = stored.indexOf(' ');
  const { position, state } = parseJson(stored.slice(space + 1)) as unknown as Stored;
  return { name, position, state: state as JsonObject, revision: Number(stored.slice(0, space)) };
}
