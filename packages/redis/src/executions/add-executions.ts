import { type Execution, JobAlreadyExists } from '@scheduler/contracts';
import { type AddExecutions, skipAsDuplicate } from '@scheduler/contracts/adapter';
import { confirmAmbiguousWrite } from '../database/confirm-ambiguous-write.js';
import type { RedisDatabase } from '../database/redis-database.js';
import { refuseTransaction } from '../database/refuse-transaction.js';
import { newExecutionArgs } from './execution-args.js';
import { executionStep } from './execution-step.js';
import { readExecutions } from './read-executions.js';

/**
 * All executions are checked before the first one is stored. Returns the time, and for each '' or the id of the execution that holds its
 * unique key. If one is refused: 'id' or 'unique' as the reason, and its position.
 */
const ADD = executionStep(`
local now = now_ms()
local given, ids, occurrences, held_keys, answer = {}, {}, {}, {}, { now }
for index = 1, next_number() do
  local x, fields = next_execution()
  local occurrence = x.job and x.occ_at and (x.job .. US .. x.occ_at)
  if ids[x.id] or (occurrence and occurrences[occurrence]) or is_stored(x) then return { 'id', index } end
  local holder = unique_holder(x, now)
  if not holder and x.ukey and x.status == 'pending' and held_keys[x.ukey] ~= x.orig then holder = held_keys[x.ukey] end
  if holder and x.urefuse then return { 'unique', index } end
  if holder then skip_as_duplicate(x, fields, now, holder) end
  ids[x.id] = true
  if occurrence then occurrences[occurrence] = true end
  if x.ukey and x.status == 'pending' and not (x.uuntil and tonumber(x.uuntil) <= now) then held_keys[x.ukey] = x.id end
  given[index] = { x, fields }
  answer[index + 1] = holder or ''
end
for _, one in ipairs(given) do insert_execution(one[1], one[2]) end
return answer
`);

export async function addExecutions(
  database: RedisDatabase,
  { executions, transaction, cause }: AddExecutions,
): Promise<readonly Execution[]> {
  refuseTransaction(transaction);
  if (executions.length === 0) return [];
  return confirmAmbiguousWrite(database, {
    write: () => write(database, executions, cause),
    findResult: () => findWritten(database, executions),
  });
}

async function write(
  database: RedisDatabase,
  executions: readonly Execution[],
  cause: AddExecutions['cause'],
): Promise<readonly Execution[]> {
  const args = [executions.length, ...executions.flatMap(newExecutionArgs)];
  const [first, ...rest] = (await database.change(ADD, args, cause)) as readonly (string | number)[];
  if (typeof first === 'string') throw refusal(first, executions[Number(rest[0]) - 1]);
  const at = new Date(first ?? 0);
  return executions.map((execution, index) => asStored(execution, String(rest[index] ?? ''), at));
}

/** The script writes all executions or none, so that it is enough to check the first one. */
async function findWritten(
  database: RedisDatabase,
  executions: readonly Execution[],
): Promise<readonly Execution[] | null> {
  const stored = await readExecutions(
    database,
    executions.map(({ id }) => id),
  );
  const [given, found] = [executions[0], stored[0]];
  const isWritten = found?.id === given?.id && found?.createdAt.getTime() === given?.createdAt.getTime();
  return isWritten ? stored : null;
}

function asStored(execution: Execution, holderId: string, at: Date): Execution {
  return holderId === '' ? execution : skipAsDuplicate(execution, holderId, at);
}

function refusal(what: string, execution: Execution | undefined): JobAlreadyExists {
  const onConflict = execution?.unique?.onConflict;
  if (what === 'unique' && typeof onConflict === 'object')
    return new JobAlreadyExists('uniqueKey', onConflict.refuse);
  return new JobAlreadyExists('id', execution?.id ?? '');
}
