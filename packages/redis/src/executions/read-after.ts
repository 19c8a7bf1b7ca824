import type { ListExecutions } from '@scheduler/contracts/adapter';
import type { ListPosition } from '@scheduler/contracts';
import type { RedisDatabase } from '../database/redis-database.js';
import { step } from '../database/step.js';
import type { SortableExecution } from './find-matching.js';

/**
 * Arguments: asc or desc, the instant and id of the place, the earliest and latest instant, how many, and the indexes. Equal scores are
 * ordered by member, so that the place is found by halving, whether its execution is still there or not.
 */
const READ_AFTER = step(`
local ascending = next_arg() == 'asc'
local at, id, from, to, most = next_arg(), next_arg(), next_arg(), next_arg(), next_number()
local range = ascending and 'ZRANGE' or 'ZREVRANGE'

local function first_after(key)
  local before = ascending and redis.call('ZCOUNT', key, '-inf', '(' .. at) or redis.call('ZCOUNT', key, '(' .. at, '+inf')
  local low, high = before, before + redis.call('ZCOUNT', key, at, at)
  while low < high do
    local middle = math.floor((low + high) / 2)
    local found = redis.call(range, key, middle, middle)[1]
    local is_after = (ascending and found > id) or (not ascending and found < id)
    if is_after then high = middle else low = middle + 1 end
  end
  return low
end

local function first_within(key)
  if ascending then return from == '-inf' and 0 or redis.call('ZCOUNT', key, '-inf', '(' .. from) end
  return to == '+inf' and 0 or redis.call('ZCOUNT', key, '(' .. to, '+inf')
end

local found = {}
for _ = 1, next_number() do
  local key = base .. next_arg()
  local first = math.max(first_after(key), first_within(key))
  for _, item in ipairs(redis.call(range, key, first, first + most - 1, 'WITHSCORES')) do found[#found + 1] = item end
end
return found
`);

type Request = Pick<ListExecutions, 'sortOrder' | 'since' | 'until'> & {
  readonly after: ListPosition;
  readonly indexes: readonly string[];
  /** Of each index. */
  readonly most: number;
};

/** The executions of some indexes after a place in their order. */
export async function readAfter(
  database: RedisDatabase,
  { sortOrder, since, until, after, indexes, most }: Request,
): Promise<readonly SortableExecution[]> {
  const [from, to] = [since?.getTime(), until?.getTime()];
  const list = (await database.run(READ_AFTER, [
    sortOrder,
    after.at.getTime(),
    after.id,
    from ?? '-inf',
    to ?? '+inf',
    most,
    indexes.length,
    ...indexes,
  ])) as readonly string[];
  const found: SortableExecution[] = [];
  for (let at = 0; at + 1 < list.length; at += 2)
    found.push({ id: list[at] ?? '', began: Number(list[at + 1]) });
  return found.filter(
    ({ began }) => (from === undefined || began >= from) && (to === undefined || began <= to),
  );
}
