/** Changes of the executions of a job that belong to a change of the job. */
export const OF_JOB = `
-- Cancels pending executions and requests running ones to stop. Returns how many were cancelled, and the ids of the running ones.
local function cancel_executions_of(job, reason, now)
  local cancelled, stopping = 0, {}
  local ids = redis.call('SMEMBERS', base .. 'ju:' .. job)
  table.sort(ids)
  for _, id in ipairs(ids) do
    local x = read_execution(id)
    if x and x.status == 'pending' then
      move_execution(x, { status = 'cancelled', rcode = 'cancelled', rmsg = reason, finished = now })
      cancelled = cancelled + 1
    elseif x then
      redis.call('HSET', hash_of(id), 'cancel', reason)
      stopping[#stopping + 1] = id
    end
  end
  return cancelled, stopping
end

local function remove_executions_of(job)
  for _, id in ipairs(redis.call('ZRANGE', base .. 'je:' .. job, 0, -1)) do
    local x = read_execution(id)
    if x then remove_execution(x) end
  end
end

-- Reads executions from the arguments, their number first, and stores those that are not stored yet.
local function insert_next_executions()
  for _ = 1, next_number() do
    local x, fields = next_execution()
    if not is_stored(x) then insert_execution(x, fields) end
  end
end
`;
