import { step } from '../database/step.js';

/**
 * - `access:request:<id>`: an entry, a hash: `tenant`, `hash` of the request, `holder`, `locked` and `expires` in milliseconds, `response` as JSON.
 * - `access:requests:expiring`: ids by when they expire; `access:requests:of:<tenant>`: those of a tenant.
 */
const KEYS = `
local expiring = base .. 'access:requests:expiring'
local function entry_key(id) return base .. 'access:request:' .. id end
local function entries_of(tenant) return base .. 'access:requests:of:' .. tenant end
local function delete_entry(id)
  local tenant = redis.call('HGET', entry_key(id), 'tenant')
  if tenant and tenant ~= '' then redis.call('ZREM', entries_of(tenant), id) end
  redis.call('ZREM', expiring, id)
  return redis.call('DEL', entry_key(id))
end
`;

/**
 * The rules are those of `stateForRequest` of the contracts. Arguments: the id, the tenant or an empty text, the hash of the request, the holder, how long it is
 * locked, and how long it is kept. Returns the state, and the response if there is one.
 */
export const BEGIN = step(
  KEYS,
  `
local id, tenant, hash, holder, lock_ms, ttl_ms =
  next_arg(), next_arg(), next_arg(), next_arg(), next_number(), next_number()
local now = now_ms()
local entry = redis.call('HMGET', entry_key(id), 'hash', 'holder', 'locked', 'expires', 'response')
if entry[1] and tonumber(entry[4]) > now then
  if entry[1] ~= hash then return { 'mismatch' } end
  if entry[5] then return { 'done', entry[5] } end
  if entry[2] ~= holder and tonumber(entry[3]) > now then return { 'running' } end
end
delete_entry(id)
local expires = string.format('%.0f', now + ttl_ms)
redis.call('HSET', entry_key(id), 'tenant', tenant, 'hash', hash, 'holder', holder,
  'locked', string.format('%.0f', now + lock_ms), 'expires', expires)
redis.call('ZADD', expiring, expires, id)
if tenant ~= '' then redis.call('ZADD', entries_of(tenant), 0, id) end
return { 'new' }
`,
);

/** Arguments: the id, the holder, the response. Returns 1 if it is kept. */
export const COMPLETE = step(
  KEYS,
  `
local key, holder, response = entry_key(next_arg()), next_arg(), next_arg()
if redis.call('HGET', key, 'holder') ~= holder then return 0 end
redis.call('HSET', key, 'response', response)
return 1
`,
);

/** Arguments: the id, the holder. */
export const ABANDON = step(
  KEYS,
  `
local id, holder = next_arg(), next_arg()
local entry = redis.call('HMGET', entry_key(id), 'holder', 'response')
if entry[1] == holder and not entry[2] then delete_entry(id) end
`,
);

/** Arguments: the instant before which entries must have expired, the number of ids, the ids. Returns how many were deleted. */
export const DELETE_ENTRIES = step(
  KEYS,
  `
local before, deleted = next_arg(), 0
for _ = 1, next_number() do
  local id = next_arg()
  local expires = redis.call('ZSCORE', expiring, id)
  if expires and (before == '+inf' or tonumber(expires) < tonumber(before)) then
    deleted = deleted + delete_entry(id)
  end
end
return deleted
`,
);
