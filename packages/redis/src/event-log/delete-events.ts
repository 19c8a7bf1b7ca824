import { endOfPrunableSegments, type PruneEvents } from '@scheduler/contracts/adapter';
import type { RedisDatabase } from '../database/redis-database.js';
import { step } from '../database/step.js';
import { EVENTS, PRUNED_TO } from './log-keys.js';

/** How many entries one script looks at. It reads them with all that they hold. */
const SEEN_AT_ONCE = 200;

/**
 * Around midnight events of two days are mixed, because some have the time at which it was decided, so that those of the younger day are passed
 * over. What readers are told is deleted ends at the first of these. Arguments: the instant at which the days are over, the entry after which to
 * look ('-': at the oldest), how many to look at, how many to delete. Returns how many were deleted, and where to go on; false: at the end.
 */
const PRUNE = step(`
local before, from, many, limit = next_number(), next_arg(), next_arg(), next_number()
local days, stream = base .. 'log:days', base .. '${EVENTS}'

local function is_after(one, other)
  local time, sequence = string.match(one, '(%d+)-(%d+)')
  local other_time, other_sequence = string.match(other, '(%d+)-(%d+)')
  if time ~= other_time then return tonumber(time) > tonumber(other_time) end
  return tonumber(sequence) > tonumber(other_sequence)
end

local over, last = {}, nil
local known = redis.call('HGETALL', days)
for index = 1, #known, 2 do
  if (known[index] + 1) * 86400000 <= before then
    over[#over + 1] = known[index]
    if not last or is_after(known[index + 1], last) then last = known[index + 1] end
  end
end
if not last then return { 0, false } end

local deleted, seen, keeps, pruned_to = 0, from, from ~= '-', nil
local entries = redis.call('XRANGE', stream, from, last, 'COUNT', many)
for _, entry in ipairs(entries) do
  if deleted == limit then return { deleted, seen } end
  seen = '(' .. entry[1]
  if tonumber(entry[2][2]) < before then
    redis.call('XDEL', stream, entry[1])
    deleted = deleted + 1
    if not keeps then redis.call('SET', base .. '${PRUNED_TO}', entry[1]) end
  else keeps = true end
end
if #entries == tonumber(many) then return { deleted, keeps and seen or '-' } end
redis.call('HDEL', days, unpack(over))
return { deleted, false }
`);

export async function pruneEvents(database: RedisDatabase, { before, limit }: PruneEvents): Promise<number> {
  const end = endOfPrunableSegments(before).getTime();
  let deleted = 0;
  for (let from: string | null = '-'; from !== null && deleted < limit;) {
    const answer = await database.run(PRUNE, [end, from, SEEN_AT_ONCE, limit - deleted]);
    const [some, next] = answer as [number, string | null];
    deleted += some;
    from = next;
  }
  return deleted;
}

/** Arguments: the tenant, the entry after which to look ('-': at the oldest), how many to look at, how many to delete. Returns as `PRUNE` does. */
const DELETE_OF_TENANT = step(`
local tenant, from, many, limit = next_arg(), next_arg(), next_arg(), next_number()
local deleted, seen = 0, from
local entries = redis.call('XRANGE', base .. '${EVENTS}', from, '+', 'COUNT', many)
for _, entry in ipairs(entries) do
  if deleted == limit then return { deleted, seen } end
  seen = '(' .. entry[1]
  for index = 1, #entry[2], 2 do
    local name = entry[2][index]
    if name == 'was' or name == 'is' then break end
    if name == 't' and entry[2][index + 1] == tenant then
      redis.call('XDEL', base .. '${EVENTS}', entry[1])
      deleted = deleted + 1
    end
  end
end
return { deleted, #entries == tonumber(many) and seen }
`);

/** Deletes the events of tenants. It remembers how far it has come with each, because it has to look at all events. */
export class TenantEvents {
  private readonly seen = new Map<string, string>();

  constructor(private readonly database: RedisDatabase) {}

  async delete(tenant: string, limit: number): Promise<number> {
    let deleted = 0;
    let from: string | null = this.seen.get(tenant) ?? '-';
    while (from !== null && deleted < limit) {
      const args = [tenant, from, SEEN_AT_ONCE, limit - deleted];
      const [some, next] = (await this.database.run(DELETE_OF_TENANT, args)) as [number, string | null];
      deleted += some;
      from = next;
    }
    if (from === null) this.seen.delete(tenant);
    else this.seen.set(tenant, from);
    return deleted;
  }
}
