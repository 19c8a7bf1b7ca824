import { step } from '../database/step.js';
import { EVENT_HANDLER_FIELDS } from './event-handler-hash.js';

/**
 * - `h:<id>`: the handler, a hash (see event-handler-hash.ts).
 * - `handlers:all`, `handlers:on:<event>`: sets of ids.
 * - `handlers:named`: ids by event, tenant and name.
 */
const KEYS = `
local function handler_key(id) return base .. 'h:' .. id end
local function handlers_on(event) return base .. 'handlers:on:' .. event end
-- The lengths separate the parts, whatever characters they have.
local function full_name(event, tenant, name)
  return #event .. ':' .. event .. #tenant .. ':' .. tenant .. name
end
`;

/** Arguments: the id, the number of fields, their names and values. Returns 'id' or 'name' if that is taken, else nil. */
export const ADD_HANDLER = step(
  KEYS,
  `
local id, handler, fields = next_arg(), {}, {}
for _ = 1, next_number() do
  local name, value = next_arg(), next_arg()
  handler[name] = value
  fields[#fields + 1] = name
  fields[#fields + 1] = value
end
if redis.call('EXISTS', handler_key(id)) == 1 then return 'id' end
local name = full_name(handler.event, handler.tenant, handler.name)
if redis.call('HSETNX', base .. 'handlers:named', name, id) == 0 then return 'name' end
redis.call('HSET', handler_key(id), unpack(fields))
redis.call('SADD', base .. 'handlers:all', id)
redis.call('SADD', handlers_on(handler.event), id)
return nil
`,
);

/** Arguments: the id, the number of fields, their names and values. Returns all fields of the handler. Nil: it does not exist. */
export const SAVE_HANDLER = step(
  KEYS,
  `
local id = next_arg()
if redis.call('EXISTS', handler_key(id)) == 0 then return nil end
for _ = 1, next_number() do redis.call('HSET', handler_key(id), next_arg(), next_arg()) end
return redis.call('HMGET', handler_key(id), ${EVENT_HANDLER_FIELDS.map((field) => `'${field}'`).join(', ')})
`,
);

/** Arguments: the id, the scope. */
export const REMOVE_HANDLER = step(
  KEYS,
  `
local id, scope = next_arg(), next_arg()
local values = redis.call('HMGET', handler_key(id), 'event', 'tenant', 'name')
if not values[1] or not in_scope({ tenant = values[2] }, scope) then return 0 end
redis.call('HDEL', base .. 'handlers:named', full_name(unpack(values)))
redis.call('SREM', base .. 'handlers:all', id)
redis.call('SREM', handlers_on(values[1]), id)
redis.call('DEL', handler_key(id))
return 1
`,
);

/** Arguments: event, tenant and name. */
export const FIND_HANDLER = step(
  KEYS,
  `return redis.call('HGET', base .. 'handlers:named', full_name(next_arg(), next_arg(), next_arg()))`,
);

/** Arguments: the number of handlers, and for each its id, the numbers of successes and failures, the instant, and the error, which may be empty. */
export const RECORD_RESULTS = step(
  KEYS,
  `
for _ = 1, next_number() do
  local key, succeeded, failed, at, err = handler_key(next_arg()), next_arg(), next_arg(), next_arg(), next_arg()
  if redis.call('EXISTS', key) == 1 then
    redis.call('HINCRBY', key, 'triggered', succeeded + failed)
    redis.call('HINCRBY', key, 'succeeded', succeeded)
    redis.call('HINCRBY', key, 'failed', failed)
    redis.call('HSET', key, 'last', at)
    if err ~= '' then redis.call('HSET', key, 'last_error', err) end
  end
end
`,
);
