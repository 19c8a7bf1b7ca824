import { type Script, script } from '../connection/script.js';
import { declarationsUsed } from './declarations-used.js';
import { LOGGING } from './event-logging.js';

/** A script of the store. Where the event log is on, `logging` takes its place, which appends the events of what it changes. */
export interface Step extends Script {
  readonly logging: Script;
}

/**
 * The first part of every script of the store. The base of all keys is its only key; arguments are read one after the other.
 *
 * `in_scope` takes a tenant scope as `scopeOf` writes it. Counts are written once, at the end of the script; `count_of` includes those
 * that are not written yet.
 */
const BEGIN = `
local base = KEYS[1]
local US = string.char(31)
local read_args = 0
local function next_arg()
  read_args = read_args + 1
  return ARGV[read_args]
end
local function next_number()
  return tonumber(next_arg())
end
local function in_scope(owned, scope)
  return scope == '' or (owned.tenant and ('=' .. owned.tenant) == scope)
end
local counted = {}
local function count(hash, field, by)
  counted[hash] = counted[hash] or {}
  counted[hash][field] = (counted[hash][field] or 0) + by
end
local function count_of(hash, field)
  local counting = counted[hash] and counted[hash][field] or 0
  return tonumber(redis.call('HGET', hash, field) or 0) + counting
end
local function write_counts()
  for hash, fields in pairs(counted) do
    for field, by in pairs(fields) do
      if by ~= 0 and redis.call('HINCRBY', hash, field, by) == 0 then redis.call('HDEL', hash, field) end
    end
  end
end

-- Changes of sorted sets, by set and member: the score, or false for a removal. They are written together, one command for each set, at the end
-- of the script. Who reads such a set after changing it calls write_sets before.
local MOST_AT_ONCE = 2000
local changed_sets = {}
local function change_set(key, member, score)
  local members = changed_sets[key]
  if not members then
    members = {}
    changed_sets[key] = members
  end
  members[member] = score
end
local function write_set(command, key, list)
  for from = 1, #list, MOST_AT_ONCE do
    redis.call(command, key, unpack(list, from, math.min(from + MOST_AT_ONCE - 1, #list)))
  end
end
local function write_sets()
  for key, members in pairs(changed_sets) do
    local added, removed = {}, {}
    for member, score in pairs(members) do
      if score then
        added[#added + 1] = score
        added[#added + 1] = member
      else removed[#removed + 1] = member end
    end
    write_set('ZADD', key, added)
    write_set('ZREM', key, removed)
    changed_sets[key] = nil
  end
end
`;

/** A script of the store, made of shared pieces and, as the last one, its own body. `logs` tells it whether it has to append events. */
export function step(...pieces: readonly string[]): Step {
  const body = pieces.at(-1) ?? '';
  const scriptWith = (log: string, end: string): Script => {
    const own = `local function body()\n${body}\nend\nlocal answer = body()\n${end}\nreturn answer`;
    const shared = [BEGIN, log, ...pieces.slice(0, -1)].join('\n');
    return script(`${declarationsUsed(shared, own)}\n${own}`);
  };
  const plain = scriptWith('local logs = false', 'write_sets()\nwrite_counts()');
  return { ...plain, logging: scriptWith(LOGGING, 'write_sets()\nwrite_counts()\nwrite_events()') };
}
