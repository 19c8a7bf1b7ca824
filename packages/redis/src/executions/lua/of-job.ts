/** Changes of the executions of a job that belong to a change of the job. */
export const OF_JOB = `
-- The event of a waiting execution that is cancelled.
local function log_cancelled(x, reason)
  log_execution('ExecutionCancelled', x, '{"reason":{"code":"cancelled","message":' .. cjson.encode(reason) .. '}}')
end

-- Asks the holder of a running execution to stop.
local function request_cancel(x, reason)
  redis.call('HSET', hash_of(x.id), 'cancel', reason)
  if logs and x.cancel ~= reason then
    log_execution('ExecutionCancelRequested', x, '{"reason":' .. cjson.encode(reason) .. '}')
  end
end

-- Cancels pending executions and requests running ones to stop. Returns how many were cancelled, and the ids of the running ones.
local function cancel_executions_of(job, reason, now)
  local cancelled, stopping = 0, {}
  local ids = redis.call('SMEMBERS', base .. 'ju:' .. job)
  table.sort(ids)
  for _, id in ipairs(ids) do
    local x = read_execution(id)
    if x and x.status == 'pending' then
      move_execution(x, { status = 'cancelled', rcode = 'cancelled', rmsg = reason, finished = now })
      if logs then log_cancelled(x, reason) end
      cancelled = cancelled + 1
    elseif x then
      request_cancel(x, reason)
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
