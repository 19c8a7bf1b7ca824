import { type AddExecutions, type Execution, JobAlreadyExists, skipAsDuplicate } from '@scheduler/contracts';
import type { RedisDatabase } from '../common/redis-database.js';
import { refuseTransaction } from '../common/refuse-transaction.js';
import { newExecutionArgs } from './execution-args.js';
import { executionStep } from './execution-step.js';

/**
 * All are looked at before one is stored. Answers the time and for each '' or the equal one that stands in its way; or which one is
 * refused, and whether for its id or its unique place.
 */
const ADD = executionStep(`
local now = now_ms()
local given, ids, occurrences, places, answer = {}, {}, {}, {}, { now }
for index = 1, next_number() do
  local x, fields = next_execution()
  local occurrence = x.job and x.occ_at and (x.job .. US .. x.occ_at)
  if ids[x.id] or (occurrence and occurrences[occurrence]) or is_stored(x) then return { 'id', index } end
  local holder = holder_for(x, now)
  if not holder and x.ukey and x.status == 'pending' and places[x.ukey] ~= x.orig then holder = places[x.ukey] end
  if holder and x.urefuse then return { 'place', index } end
  if holder then skip_as_duplicate(x, fields, now, holder) end
  ids[x.id] = true
  if occurrence then occurrences[occurrence] = true end
  if x.ukey and x.status == 'pending' and not (x.uuntil and tonumber(x.uuntil) <= now) then places[x.ukey] = x.id end
  given[index] = { x, fields }
  answer[index + 1] = holder or ''
end
for _, one in ipairs(given) do insert_execution(one[1], one[2]) end
return answer
`);

export async function addExecutions(
  database: RedisDatabase,
  { executions, transaction }: AddExecutions,
): Promise<readonly Execution[]> {
  refuseTransaction(transaction);
  if (executions.length === 0) return [];
  const args = [executions.length, ...executions.flatMap(newExecutionArgs)];
  const [first, ...rest] = (await database.run(ADD, args)) as readonly (string | number)[];
  if (typeof first === 'string') throw refusal(first, executions[Number(rest[0]) - 1]);
  const at = new Date(first ?? 0);
  return executions.map((execution, index) => asStored(execution, String(rest[index] ?? ''), at));
}

function asStored(execution: Execution, holderId: string, at: Date): Execution {
  return holderId === '' ? execution : skipAsDuplicate(execution, holderId, at);
}

function refusal(what: string, execution: Execution | undefined): JobAlreadyExists {
  const onConflict = execution?.unique?.onConflict;
  if (what === 'place' && typeof onConflict === 'object')
    return new JobAlreadyExists('uniqueKey', onConflict.refuse);
  return new JobAlreadyExists('id', execution?.id ?? '');
}
