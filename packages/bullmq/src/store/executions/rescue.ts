import { type Execution, rescueExecution, type RescueExecutions } from '@scheduler/contracts';
import { AT_ONCE } from '../common/in-chunks.js';
import type { RedisDatabase } from '../common/redis-database.js';
import { fieldsFromList } from './execution-hash.js';
import { executionStep } from './execution-step.js';
import { readableExecution } from './mended-execution.js';
import { writeSettled } from './settle.js';

/** Arguments: the grace, and how many. Answers the time, and the whole hash of each whose lease is over. */
const LOST = executionStep(`
local now = now_ms()
local answer = { now }
local lost = redis.call('ZRANGEBYSCORE', base .. 'leases', '-inf', '(' .. (now - next_number()), 'LIMIT', 0, next_number())
for _, id in ipairs(lost) do answer[#answer + 1] = redis.call('HGETALL', hash_of(id)) end
return answer
`);

/** A4: what becomes of them is decided here, and written if nobody extended the lease or settled meanwhile. */
export async function rescue(
  database: RedisDatabase,
  { graceMs, limit, deadLetterQueue }: RescueExecutions,
): Promise<readonly Execution[]> {
  const rescued: Execution[] = [];
  for (let left = limit; left > 0; left -= AT_ONCE) {
    const wanted = Math.min(left, AT_ONCE);
    const [now, ...lists] = (await database.run(LOST, [graceMs, wanted])) as [number, ...string[][]];
    const at = new Date(now);
    const changed = lists.map((list) => {
      const before = readableExecution(fieldsFromList(list));
      return { before, after: rescueExecution(before, deadLetterQueue, at) };
    });
    if (changed.length === 0) break;
    const answers = await writeSettled(database, changed, at, { isLeaseSame: true });
    for (const [index, { after }] of changed.entries()) if (answers[index]?.[0] === 1) rescued.push(after);
    if (changed.length < wanted) break;
  }
  return rescued;
}
