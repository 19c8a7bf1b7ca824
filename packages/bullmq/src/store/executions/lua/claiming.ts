/** Pending executions that may run now. What is blocked on the way is parked, so many at most in one step. */
export const FIRST_CLAIMABLE = `
local MOST_PARKED = 2000
local parked = 0

-- The first of a lane that is available and not blocked. Nil: there is none. What somebody took away by hand is forgotten.
local function first_claimable(queue, priority, now)
  local lane = lane_of(queue, priority)
  while parked < MOST_PARKED do
    local id = redis.call('ZRANGEBYSCORE', lane, '-inf', now, 'LIMIT', 0, 1)[1]
    if not id then return nil end
    local x = read_execution(id)
    if not x or x.status ~= 'pending' or x.gate or lane_of(x.queue, x.prio) ~= lane then
      redis.call('ZREM', lane, id)
    else
      local gate = closed_gate(x)
      if not gate then return x end
      park(x, gate)
    end
    parked = parked + 1
  end
  return nil
end
`;

/** A2: begins with owner and length of the lease as arguments. `claimed` is the answer: the whole hash of each. */
export const CLAIMING = `${FIRST_CLAIMABLE}
local now = now_ms()
local owner, lease = next_arg(), now + next_number()
local claimed = {}

-- How many more of a queue may run, over all nodes.
local function room_in(queue)
  local settings = redis.call('HMGET', base .. 'q:' .. queue, 'paused', 'limit')
  if settings[1] == '1' then return 0 end
  if not settings[2] then return math.huge end
  return settings[2] - tonumber(redis.call('HGET', base .. 'n', 'running' .. US .. queue) or 0)
end

local function start(x)
  move_execution(x, {
    status = 'running',
    rcode = false,
    rmsg = false,
    fence = (tonumber(x.fence) or 0) + 1,
    tries = (tonumber(x.tries) or 0) + 1,
    owner = owner,
    lease = lease,
    started = now,
  })
  claimed[#claimed + 1] = redis.call('HGETALL', hash_of(x.id))
end

local function claim_lane(queue, limit, least_urgent)
  local left = math.min(limit, room_in(queue))
  for priority = 0, least_urgent do
    while left > 0 do
      local x = first_claimable(queue, priority, now)
      if not x then break end
      start(x)
      left = left - 1
    end
  end
end
`;
