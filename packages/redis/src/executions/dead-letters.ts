import { ERROR_CLASSES, JobAlreadyExists } from '@scheduler/contracts';
import type {
  DeadLetterCounts,
  DismissDeadLetters,
  ReplaceDeadLetter,
  TenantScope,
} from '@scheduler/contracts/adapter';
import { inChunks } from '../database/in-chunks.js';
import type { RedisDatabase } from '../database/redis-database.js';
import { scopeOf } from '../database/scope.js';
import { newExecutionArgs } from './execution-args.js';
import { executionStep } from './execution-step.js';

const DISMISSING = `
local function next_dead_letter(scope)
  local x = read_execution(next_arg())
  if x and x.dead and in_scope(x, scope) then return x end
  return nil
end

local function dismiss(x, event, data)
  move_execution(x, { dead = false, dead_at = false })
  if logs then log_execution(event, x, data) end
end
`;

/** Arguments: scope, id, the successor. Returns `{ 0 }`: not a dead letter; `{ 1 }`: replaced; or why the successor is refused, and the id in its way. */
const REPLACE = executionStep(`${DISMISSING}
local now = now_ms()
local dead = next_dead_letter(next_arg())
if not dead then return { 0 } end
local x, fields = next_execution()
local holder = unique_holder(x, now)
if holder then return { 'unique', holder } end
if is_stored(x) then return { 'id', x.id } end
insert_execution(x, fields)
dismiss(dead, 'DeadLetterReplaced', '{"replacedBy":' .. cjson.encode(x.id) .. '}')
return { 1 }
`);

/** Arguments: scope, the number of ids, the ids. Returns how many were dead letters. */
const DISMISS = executionStep(`${DISMISSING}
local scope, dismissed = next_arg(), 0
for _ = 1, next_number() do
  local x = next_dead_letter(scope)
  if x then
    dismiss(x, 'DeadLetterDismissed')
    dismissed = dismissed + 1
  end
end
return dismissed
`);

export async function replaceDeadLetter(
  database: RedisDatabase,
  { id, tenant, execution, cause }: ReplaceDeadLetter,
): Promise<boolean> {
  const args = [scopeOf(tenant), id, ...newExecutionArgs(execution)];
  const answer = await database.change(REPLACE, args, cause);
  const [result, holderId] = answer as [number | 'unique' | 'id', string?];
  if (result === 'id') throw new JobAlreadyExists('id', execution.id);
  if (result !== 'unique') return result === 1;
  const onConflict = execution.unique?.onConflict;
  const refused = typeof onConflict === 'object' ? onConflict.refuse : `execution ${holderId ?? ''} is equal`;
  throw new JobAlreadyExists('uniqueKey', refused);
}

export async function dismissDeadLetters(
  database: RedisDatabase,
  { ids, tenant, cause }: DismissDeadLetters,
): Promise<number> {
  let dismissed = 0;
  for (const chunk of inChunks(ids))
    dismissed += Number(await database.change(DISMISS, [scopeOf(tenant), chunk.length, ...chunk], cause));
  return dismissed;
}

export async function countDeadLetters(
  database: RedisDatabase,
  tenant: TenantScope,
): Promise<DeadLetterCounts> {
  const stored = await database.redis.hgetall(database.key(tenant === null ? 'dn' : `dn:${tenant}`));
  const byQueue: Record<string, number> = {};
  const byErrorClass = {
    unknown: 0,
    ...Object.fromEntries(ERROR_CLASSES.map((name) => [name, 0])),
  } as Record<keyof DeadLetterCounts['byErrorClass'], number>;
  let total = 0;
  for (const [field, count] of Object.entries(stored)) {
    const [kind, name = ''] = field.split('\u001f');
    if (kind === 'class') byErrorClass[name as keyof typeof byErrorClass] = Number(count);
    else {
      byQueue[name] = Number(count);
      total += Number(count);
    }
  }
  return { total, byQueue, byErrorClass };
}
