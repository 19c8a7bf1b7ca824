/** Reads new executions from the arguments, as `newExecutionArgs` writes them, and checks their unique keys. */
export const NEW_EXECUTIONS = `
-- An execution and its fields, a list of names and values.
local function next_execution()
  local x, fields = {}, {}
  for _ = 1, next_number() do
    local name, value = next_arg(), next_arg()
    fields[#fields + 1] = name
    fields[#fields + 1] = value
    if KNOWN[name] or name == 'id' then x[name] = value end
    if name == 'created' then x.created = tonumber(value) end
    if name == 'avail' then x.avail_index = #fields end
  end
  return x, fields
end

-- Whether its id or its occurrence is stored already.
local function is_stored(x)
  if redis.call('EXISTS', hash_of(x.id)) == 1 then return true end
  return x.job and x.occ_at and redis.call('SISMEMBER', base .. 'jo:' .. x.job, x.occ_at) == 1
end

-- The id of the execution that holds the unique key of a new one. Nil: the key is free.
local function unique_holder(x, now)
  if not x.ukey or x.status ~= 'pending' then return nil end
  local holder = redis.call('HGET', base .. 'unique', x.ukey)
  if not holder or holder == x.orig then return nil end
  local over_at = redis.call('HGET', hash_of(holder), 'uuntil')
  if over_at and tonumber(over_at) <= now then return nil end
  return holder
end

local function skip(x, fields, now, code, message)
  x.status, x.finished = 'skipped', now
  for index = #fields - 1, 1, -2 do
    if fields[index] == 'status' then fields[index + 1] = 'skipped' end
  end
  for _, value in ipairs({ 'finished', now, 'rcode', code }) do fields[#fields + 1] = value end
  if message then
    fields[#fields + 1] = 'rmsg'
    fields[#fields + 1] = message
  end
end

local function skip_as_duplicate(x, fields, now, holder)
  skip(x, fields, now, 'unique_conflict', 'execution ' .. holder .. ' is equal')
end

local function skip_for_overlap(x, fields, now)
  skip(x, fields, now, 'overlap')
end
`;
