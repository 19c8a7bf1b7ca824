import { step } from '../database/step.js';

/**
 * - `access:key:<id>`: the key, a hash (see redis-api-key-repository.ts).
 * - `access:keys`, `access:keys:of:<tenant>`: by creation (see time-index.ts).
 */
const KEYS = `
local function key_of(id) return base .. 'access:key:' .. id end
local function keys_of(tenant) return base .. 'access:keys:of:' .. tenant end
`;

/** Arguments: the id, the tenant or an empty text, the member of the indexes, then names and values of fields. Returns 0 for an id that is taken. */
export const ADD_KEY = step(
  KEYS,
  `
local id, tenant, member = next_arg(), next_arg(), next_arg()
if redis.call('EXISTS', key_of(id)) == 1 then return 0 end
redis.call('HSET', key_of(id), unpack(ARGV, read_args + 1, #ARGV - 1))
redis.call('ZADD', base .. 'access:keys', 0, member)
if tenant ~= '' then redis.call('ZADD', keys_of(tenant), 0, member) end
return 1
`,
);

/** Arguments: the id, the scope, the instant. Returns 0 if there is no such key. */
export const REVOKE_KEY = step(
  KEYS,
  `
local key, scope, at = key_of(next_arg()), next_arg(), next_arg()
local stored = redis.call('HMGET', key, 'tenant', 'revoked')
if not stored[1] or not in_scope({ tenant = stored[1] }, scope) then return 0 end
if stored[2] == '' then redis.call('HSET', key, 'revoked', at) end
return 1
`,
);

/** Arguments: the number of uses, and for each the id of the key and the instant. */
export const TOUCH_KEYS = step(
  KEYS,
  `
for _ = 1, next_number() do
  local key, at = key_of(next_arg()), next_arg()
  local used = redis.call('HGET', key, 'used')
  if used and (used == '' or tonumber(used) < tonumber(at)) then redis.call('HSET', key, 'used', at) end
end
`,
);

/** Arguments: the tenant, the number of keys, and for each its member and its id. */
export const DELETE_KEYS = step(
  KEYS,
  `
local tenant = next_arg()
for _ = 1, next_number() do
  local member, id = next_arg(), next_arg()
  redis.call('ZREM', base .. 'access:keys', member)
  redis.call('ZREM', keys_of(tenant), member)
  redis.call('DEL', key_of(id))
end
`,
);
