/** Every change of an execution goes through `insert_execution`, `move_execution` and `remove_execution`, which keep the indexes true. */
export const CHANGES = `
-- A new one: its fields as a list of names and values.
local function insert_execution(x, fields)
  redis.call('HSET', hash_of(x.id), unpack(fields))
  tally(x, 1)
  put_in(x)
  redis.call('ZADD', base .. 's:' .. x.status, began(x), x.id)
  list_by_start(x)
  if x.job then
    if x.occ_at then redis.call('SADD', base .. 'jo:' .. x.job, x.occ_at) end
    if is_unfinished(x.status) then redis.call('SADD', base .. 'ju:' .. x.job, x.id) end
  end
  if x.ukey and keeps_place(x) then redis.call('HSET', base .. 'unique', x.ukey, x.id) end
end

-- The changes by name; false: none any more. Afterwards x is what it has become.
local function move_execution(x, changes)
  local status, from, left = x.status, began(x), place_of(x)
  if x.gate then
    take_out(x)
    changes.gate, left = false, nil
  end
  tally(x, -1)
  write_fields(x.id, changes)
  for field, value in pairs(changes) do
    if KNOWN[field] then x[field] = value end
  end
  tally(x, 1)
  if left and left ~= place_of(x) then redis.call('ZREM', left, x.id) end
  put_in(x)
  if x.status ~= status then
    redis.call('ZREM', base .. 's:' .. status, x.id)
    redis.call('ZADD', base .. 's:' .. x.status, began(x), x.id)
    if x.job and not is_unfinished(x.status) then redis.call('SREM', base .. 'ju:' .. x.job, x.id) end
    if x.ukey and not keeps_place(x) then leave_place(x) end
  end
  if began(x) ~= from then list_by_start(x) end
  release_job(x)
  release_key(x)
end

local function remove_execution(x)
  take_out(x)
  tally(x, -1)
  redis.call('ZREM', base .. 's:' .. x.status, x.id)
  if x.tenant then redis.call('ZREM', base .. 't:' .. x.tenant, x.id) end
  if x.job then
    redis.call('ZREM', base .. 'je:' .. x.job, x.id)
    redis.call('SREM', base .. 'ju:' .. x.job, x.id)
    if x.occ_at then redis.call('SREM', base .. 'jo:' .. x.job, x.occ_at) end
  end
  if x.ukey then leave_place(x) end
  redis.call('DEL', hash_of(x.id), base .. 'l:' .. x.id)
  release_job(x)
  release_key(x)
end
`;
