/**
 * A gate limits how many executions of a job, or of a concurrency key, run at once. An execution that its gate keeps from running is
 * parked there, so that claims do not find it again and again. When something changes at the gate, as many as could run return to their lane.
 */
export const GATES = `
local MOST_RELEASED = 100
local function gate_of_job(x) return x.job and ('j' .. US .. x.job) end
local function gate_of_key(x) return x.ckey and ('k' .. US .. x.ckey) end
local function running_of_job(job) return count_of(base .. 'jc:' .. job, 'running') end
local function running_of_key(key) return count_of(base .. 'keys', key) end

-- The gate that keeps an execution from running. Nil: none does.
local function closed_gate(x)
  if x.job and x.most and running_of_job(x.job) >= tonumber(x.most) then return gate_of_job(x) end
  if x.ckey and x.climit and running_of_key(x.ckey) >= tonumber(x.climit) then return gate_of_key(x) end
  return nil
end

-- Whether an execution has returned to its lane since this was last reset.
local is_released = false

local function unpark(id, gate, queue)
  local values = redis.call('HMGET', hash_of(id), 'prio', 'avail')
  local x = { id = id, status = 'pending', gate = gate, queue = queue, prio = values[1] or 0, avail = values[2] or 0 }
  remove_from_index(x)
  if not values[1] then return end
  redis.call('HDEL', hash_of(id), 'gate')
  x.gate = false
  add_to_index(x)
  is_released = true
end

-- Returns as many executions of each queue to their lanes as could run now; the next claim checks them again.
local function release(gate, free)
  if free <= 0 then return end
  for _, queue in ipairs(redis.call('SMEMBERS', base .. 'pq:' .. gate)) do
    local last = math.min(free, MOST_RELEASED) - 1
    for _, id in ipairs(redis.call('ZRANGE', parked_in(gate, queue), 0, last)) do unpark(id, gate, queue) end
  end
end

local function release_job(x)
  if not x.job or redis.call('EXISTS', base .. 'pq:' .. gate_of_job(x)) == 0 then return end
  release(gate_of_job(x), x.most and (x.most - running_of_job(x.job)) or MOST_RELEASED)
end

local function release_key(x)
  if not x.ckey or redis.call('EXISTS', base .. 'pq:' .. gate_of_key(x)) == 0 then return end
  release(gate_of_key(x), x.climit and (x.climit - running_of_key(x.ckey)) or MOST_RELEASED)
end

-- Moves a blocked execution out of its lane. Its other gate, which was open, may then let another one pass.
local function park(x, gate)
  remove_from_index(x)
  x.gate = gate
  redis.call('HSET', hash_of(x.id), 'gate', gate)
  add_to_index(x)
  if gate == gate_of_job(x) then release_key(x) else release_job(x) end
end
`;
