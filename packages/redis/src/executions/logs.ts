import type { ExecutionLog } from '@scheduler/contracts';
import { type AppendLogs, parseJson, type ReadLogs } from '@scheduler/contracts/adapter';
import type { RedisDatabase } from '../database/redis-database.js';
import { step } from '../database/step.js';

/** Arguments: id, fence, how many lines, the lines. */
const APPEND = step(`
local id, fence = next_arg(), next_arg()
local values = redis.call('HMGET', base .. 'x:' .. id, 'status', 'fence')
if values[1] ~= 'running' or values[2] ~= fence then return 0 end
for _ = 1, next_number() do redis.call('RPUSH', base .. 'l:' .. id, next_arg()) end
return 1
`);

export async function appendLogs(
  database: RedisDatabase,
  { executionId, fence, lines }: AppendLogs,
): Promise<boolean> {
  const args = [executionId, fence, lines.length, ...lines.map(lineToJson)];
  return (await database.run(APPEND, args)) === 1;
}

export async function readLogs(
  database: RedisDatabase,
  { executionIds, tenant }: ReadLogs,
): Promise<readonly ExecutionLog[]> {
  const lines: ExecutionLog[] = [];
  for (const executionId of new Set(executionIds)) {
    const owner = await database.redis.hget(database.key(`x:${executionId}`), 'tenant');
    if (tenant !== null && owner !== tenant) continue;
    const stored = await database.redis.lrange(database.key(`l:${executionId}`), 0, -1);
    lines.push(...stored.map((text) => lineFromJson(executionId, text)));
  }
  return lines.sort((a, b) => a.at.getTime() - b.at.getTime());
}

type Stored = Pick<ExecutionLog, 'level' | 'message' | 'context'> & { readonly at: number };

function lineToJson({ at, level, message, context }: ExecutionLog): string {
  return JSON.stringify({ at: at.getTime(), level, message, context } satisfies Stored);
}

/** A line that makes no sense does not keep others from being read. */
function lineFromJson(executionId: string, text: string): ExecutionLog {
  try {
    const { at, level, message, context } = parseJson(text) as unknown as Stored;
    return { executionId, at: new Date(at), level, message, context };
  } catch {
    return { executionId, at: new Date(0), level: 'warn', message: 'this line is corrupt', context: {} };
  }
}
