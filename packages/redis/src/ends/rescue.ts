import type { Execution } from '@scheduler/contracts';
import {
  type EventContext,
  executionChanged,
  rescueExecution,
  type RescueExecutions,
} from '@scheduler/contracts/adapter';
import { CHUNK_SIZE } from '../database/in-chunks.js';
import type { RedisDatabase } from '../database/redis-database.js';
import { fieldsFromList } from '../executions/execution-hash.js';
import { executionStep } from '../executions/execution-step.js';
import type { Changed } from '../executions/settle-changes.js';
import { readOrQuarantine } from '../executions/read-or-quarantine.js';
import { writeSettled } from './settle.js';

/** Arguments: the grace time, the limit. Returns the time, and the whole hash of each execution whose lease has expired. */
const LOST = executionStep(`
local now = now_ms()
local answer = { now }
local lost = redis.call('ZRANGEBYSCORE', base .. 'leases', '-inf', '(' .. (now - next_number()), 'LIMIT', 0, next_number())
for _, id in ipairs(lost) do
  local fields = redis.call('HGETALL', hash_of(id))
  if #fields == 0 then redis.call('ZREM', base .. 'leases', id)
  elseif not quarantined(read_execution(id) or {}, 'running') then answer[#answer + 1] = fields end
end
return answer
`);

/** A4: decides here what becomes of executions with expired leases, and writes it unless a lease was extended or settled meanwhile. */
export async function rescue(
  database: RedisDatabase,
  { graceMs, limit, deadLetterQueue, cause = null }: RescueExecutions,
): Promise<readonly Execution[]> {
  const rescued: Execution[] = [];
  for (let remaining = limit; remaining > 0; remaining -= CHUNK_SIZE) {
    const wanted = Math.min(remaining, CHUNK_SIZE);
    const [now, ...lists] = (await database.change(LOST, [graceMs, wanted], cause)) as [
      number,
      ...string[][],
    ];
    const lost = await readOrQuarantine(database, lists.map(fieldsFromList));
    rescued.push(...(await rescueSome(database, lost, { deadLetterQueue, at: new Date(now), cause })));
    if (lists.length < wanted) break;
  }
  return rescued;
}

async function rescueSome(
  database: RedisDatabase,
  lost: readonly Execution[],
  { deadLetterQueue, ...context }: EventContext & { readonly deadLetterQueue: string | null },
): Promise<readonly Execution[]> {
  if (lost.length === 0) return [];
  const changed = lost.map((before): Changed => {
    const after = rescueExecution(before, deadLetterQueue, context.at);
    return database.logs
      ? { before, after, events: executionChanged(before, after, context) }
      : { before, after };
  });
  const answers = await writeSettled(database, changed, { ...context, isLeaseSame: true });
  return changed.filter((_, index) => answers[index]?.[0] === 1).map(({ after }) => after);
}
