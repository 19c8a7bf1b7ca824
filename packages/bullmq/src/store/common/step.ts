import { type Script, script } from '../../redis/script.js';

/**
 * What every step on the store begins with. The base of all keys is its only key; arguments are read one after the other.
 *
 * `in_scope` takes a tenant scope as `scopeOf` writes it.
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
local function count(hash, field, by)
  if redis.call('HINCRBY', hash, field, by) == 0 then redis.call('HDEL', hash, field) end
end
`;

/** A step on the store, made of shared pieces and its own body. */
export function step(...pieces: readonly string[]): Script {
  return script([BEGIN, ...pieces].join('\n'));
}
