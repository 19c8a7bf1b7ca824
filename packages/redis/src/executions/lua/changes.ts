/** Every change of an execution goes through `insert_execution`, `move_execution` and `remove_execution`, which keep the indexes consistent. */
export const CHANGES = `
-- Whether this script tells runs of workflows itself that executions of theirs have ended.
local is_advancing = false

-- What was made available at once is available now, although the clock of its maker may be ahead.
local function make_available(x, fields)
  local now = now_ms()
  if x.status ~= 'pending' or tonumber(x.avail) > x.created or tonumber(x.avail) <= now then return end
  x.avail = string.format('%.0f', now)
  fields[x.avail_index] = x.avail
end

-- The event is made of the fields as they are stored.
local function log_added(x, fields)
  local event = log_change('execution', x.id, x)
  event[#event + 1] = 'is'
  event[#event + 1] = ''
  for _, value in ipairs(fields) do event[#event + 1] = value end
end

-- Stores a new execution. The fields are a list of names and values.
local function insert_execution(x, fields)
  make_available(x, fields)
  redis.call('HSET', hash_of(x.id), unpack(fields))
  count_execution(x, 1)
  add_to_index(x)
  change_set(base .. 's:' .. x.status, x.id, began(x))
  list_by_start(x)
  if x.job then
    if x.occ_at then redis.call('SADD', base .. 'jo:' .. x.job, x.occ_at) end
    if is_unfinished(x.status) then redis.call('SADD', base .. 'ju:' .. x.job, x.id) end
  end
  if x.run then redis.call('SADD', base .. 'rx:' .. x.run, x.id) end
  if x.ukey and keeps_unique_key(x) then redis.call('HSET', base .. 'unique', x.ukey, x.id) end
  if logs then log_added(x, fields) end
end

-- Applies changes, a table by field name, in which false removes a field. Afterwards x has the new values.
local function move_execution(x, changes)
  local status, from, old_index = x.status, began(x), index_of(x)
  if x.gate then
    remove_from_index(x)
    changes.gate, old_index = false, nil
  end
  count_execution(x, -1)
  write_fields(x.id, changes)
  for field, value in pairs(changes) do
    if KNOWN[field] then x[field] = value end
  end
  count_execution(x, 1)
  if old_index and old_index ~= index_of(x) then change_set(old_index, x.id, false) end
  add_to_index(x)
  if x.status ~= status then
    change_set(base .. 's:' .. status, x.id, false)
    change_set(base .. 's:' .. x.status, x.id, began(x))
    if x.job and not is_unfinished(x.status) then redis.call('SREM', base .. 'ju:' .. x.job, x.id) end
    if x.ukey and not keeps_unique_key(x) then release_unique_key(x) end
    if x.run and not is_advancing and not is_unfinished(x.status) then redis.call('SADD', base .. 'runs:arrivals', x.id) end
  elseif began(x) ~= from then
    change_set(base .. 's:' .. status, x.id, began(x))
  end
  if began(x) ~= from then list_by_start(x) end
  release_job(x)
  release_key(x)
end

local function remove_execution(x)
  remove_from_index(x)
  count_execution(x, -1)
  change_set(base .. 's:' .. x.status, x.id, false)
  if x.tenant then change_set(base .. 't:' .. x.tenant, x.id, false) end
  if x.job then
    change_set(base .. 'je:' .. x.job, x.id, false)
    redis.call('SREM', base .. 'ju:' .. x.job, x.id)
    if x.occ_at then redis.call('SREM', base .. 'jo:' .. x.job, x.occ_at) end
  end
  if x.run then
    redis.call('SREM', base .. 'rx:' .. x.run, x.id)
    redis.call('SREM', base .. 'runs:arrivals', x.id)
  end
  if x.ukey then release_unique_key(x) end
  redis.call('DEL', hash_of(x.id), base .. 'l:' .. x.id)
  release_job(x)
  release_key(x)
end
`;
