/** Finds pending executions that may run now. Blocked ones are parked on the way, up to a limit in one script. */
export const CLAIMABLE = `
local MOST_PASSED_OVER = 2000
local passed_over = 0

-- The execution with its whole hash, which a claim returns.
local function read_whole(id)
  local fields = redis.call('HGETALL', hash_of(id))
  if #fields == 0 then return nil end
  local x = { id = id, fields = fields }
  for _, name in ipairs(READ) do x[name] = false end
  for index = 1, #fields, 2 do
    if KNOWN[fields[index]] then x[fields[index]] = fields[index + 1] end
  end
  return x
end

local function available_in(lane, now, most)
  return redis.call('ZRANGEBYSCORE', lane, '-inf', now, 'LIMIT', 0, most)
end

-- Nil: the execution is blocked and has been parked, or its hash was deleted by hand and it has been removed from the lane.
local function claimable(lane, id)
  local x = read_whole(id)
  local is_there = x and x.status == 'pending' and not x.gate and lane_of(x.queue, x.prio) == lane
  local gate = is_there and closed_gate(x)
  if is_there and not gate then return x end
  passed_over = passed_over + 1
  if is_there then park(x, gate) else redis.call('ZREM', lane, id) end
  return nil
end
`;

/** A2. Its first arguments are the owner and the length of the lease. `claimed` is the reply: the whole hash of each execution. */
export const CLAIMING = `${CLAIMABLE}
local now = now_ms()
local owner, lease = next_arg(), now + next_number()
local claimed = {}

-- How many more executions of a queue may run, over all nodes.
local function capacity_of(queue)
  local settings = redis.call('HMGET', base .. 'q:' .. queue, 'paused', 'limit')
  if settings[1] == '1' then return 0 end
  if not settings[2] then return math.huge end
  return settings[2] - count_of(base .. 'n', 'running' .. US .. queue)
end

-- The changed fields are appended to the hash that was read, and override it when the reply is parsed.
local function start(x)
  local changes = {
    status = 'running',
    fence = (tonumber(x.fence) or 0) + 1,
    tries = (tonumber(x.tries) or 0) + 1,
    owner = owner,
    lease = lease,
    started = now,
    unstarted = 1,
  }
  local had_reason = x.rcode
  if had_reason then changes.rcode, changes.rmsg = false, false end
  move_execution(x, changes)
  local fields = had_reason and redis.call('HGETALL', hash_of(x.id)) or x.fields
  if not had_reason then
    for name, value in pairs(changes) do
      if value then
        fields[#fields + 1] = name
        fields[#fields + 1] = value
      end
    end
  end
  claimed[#claimed + 1] = fields
end

-- Starts executions of a lane in order, until a parked one returns to a lane. Returns how many were started.
local function start_some(lane, most)
  local started = 0
  is_released = false
  for _, id in ipairs(available_in(lane, now, most)) do
    local x = claimable(lane, id)
    if x then
      start(x)
      started = started + 1
    end
    if is_released then break end
  end
  return started
end

local function claim_lane(queue, limit, least_urgent)
  local free = math.min(limit, capacity_of(queue))
  for priority = 0, least_urgent do
    local lane = lane_of(queue, priority)
    while free > 0 and passed_over < MOST_PASSED_OVER do
      local before = passed_over
      local started = start_some(lane, free)
      free = free - started
      if started == 0 and passed_over == before then break end
    end
  end
end
`;
