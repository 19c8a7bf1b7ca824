import type { SaveProgress } from '@scheduler/contracts/adapter';
import type { RedisDatabase } from '../database/redis-database.js';
import { executionStep } from './execution-step.js';

/** Arguments: id, fence, the progress as JSON. */
const SAVE = executionStep(`
local id, fence = next_arg(), next_arg()
local values = redis.call('HMGET', hash_of(id), 'status', 'fence')
if values[1] ~= 'running' or values[2] ~= fence then return 0 end
redis.call('HSET', hash_of(id), 'prog', next_arg())
return 1
`);

export async function saveProgress(
  database: RedisDatabase,
  { execution, progress }: SaveProgress,
): Promise<boolean> {
  const args = [execution.id, execution.fence, JSON.stringify(progress)];
  return (await database.run(SAVE, args)) === 1;
}
