/**
 * Finds pending executions that may run now. Blocked ones, and those of types that the caller excepts, are parked on the way, up to a limit in
 * one script. What is parked because of its type stays there until a caller comes that does not except it.
 */
export const CLAIMABLE = `
local MOST_PASSED_OVER = 2000
local passed_over = 0

-- The types that are passed over. Arguments: their number, the types.
local except = {}
local function read_excepted_types()
  for _ = 1, next_number() do except[next_arg()] = true end
end

local function gate_of_type(type) return 't' .. US .. type end
local function held_types(queue) return base .. 'types:' .. queue end

local function park_by_type(x)
  remove_from_index(x)
  x.gate = gate_of_type(x.type)
  redis.call('HSET', hash_of(x.id), 'gate', x.gate)
  add_to_index(x)
  redis.call('SADD', held_types(x.queue), x.type)
end

-- Returns the most urgent executions to their lanes that were parked because others except their type.
local function release_types(queue, most)
  for _, type in ipairs(redis.call('SMEMBERS', held_types(queue))) do
    if not except[type] then
      local gate = gate_of_type(type)
      local ids = redis.call('ZRANGE', parked_in(gate, queue), 0, most - 1)
      for _, id in ipairs(ids) do unpark(id, gate, queue) end
      if #ids < most then redis.call('SREM', held_types(queue), type) end
    end
  end
end

-- The execution with its whole hash, which a claim returns.
local function read_whole(id)
  local fields = redis.call('HGETALL', hash_of(id))
  if #fields == 0 then return nil end
  local x = { id = id, fields = fields }
  for index = 1, #fields, 2 do
    if KNOWN[fields[index]] or fields[index] == 'type' then x[fields[index]] = fields[index + 1] end
  end
  return x
end

local function available_in(lane, now, most)
  write_sets()
  return redis.call('ZRANGEBYSCORE', lane, '-inf', now, 'LIMIT', 0, most)
end

-- Nil: the execution is blocked or excepted and has been parked, or its hash was deleted by hand and it has been removed from the lane.
local function claimable(lane, id)
  local x = read_whole(id)
  local is_there = x and x.status == 'pending' and not x.gate and lane_of(x.queue, x.prio) == lane
  local is_excepted = is_there and except[x.type]
  local gate = is_there and not is_excepted and closed_gate(x)
  if is_there and not is_excepted and not gate then return x end
  passed_over = passed_over + 1
  if is_excepted then park_by_type(x)
  elseif x and quarantined(x, 'pending') then return nil
  elseif is_there then park(x, gate) else redis.call('ZREM', lane, id) end
  return nil
end
`;

/** A2. Its first arguments are the owner and the length of the lease. `claimed` is the reply: the whole hash of each execution as it was, of which `claimedFields` makes that of the claimed one. */
export const CLAIMING = `${CLAIMABLE}
local now = now_ms()
local owner, lease = next_arg(), now + next_number()
local claimed = {}
local owner_as_json = logs and cjson.encode(owner)

-- How many more executions of a queue may run, over all nodes.
local function capacity_of(queue)
  local settings = redis.call('HMGET', base .. 'q:' .. queue, 'paused', 'limit')
  if settings[1] == '1' then return 0 end
  if not settings[2] then return math.huge end
  return settings[2] - count_of(base .. 'n', 'running' .. US .. queue)
end

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
  if x.rcode then changes.rcode, changes.rmsg = false, false end
  move_execution(x, changes)
  if logs then
    log_execution('ExecutionStarted', x, '{"fence":' .. changes.fence .. ',"owner":' .. owner_as_json .. '}')
  end
  claimed[#claimed + 1] = x.fields
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
  if free > 0 then release_types(queue, free) end
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
