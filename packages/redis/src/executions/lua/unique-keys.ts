/**
 * Where executions stand. `x` is a table of the fields that decide it (see execution-hash.ts); a missing one is false.
 *
 * - `x:<id>`: the execution, a hash. `l:<id>`: its log, a list.
 * - `w:<queue>:<priority>`: pending ones by the instant from which they are available.
 * - `p:<gate>US<queue>`: pending ones that their gate keeps from running (see gates.ts), by priority and then that instant.
 *   `pq:<gate>`: the queues of those. `parked:<queue>`: all of one queue, by that instant.
 * - `leases`: running ones by the end of their lease.
 * - `ended:<status>`, `dead:<status>`: ended ones by their end, those that are dead letters apart.
 * - `s:<status>`, `t:<tenant>`, `je:<job>`: by their start, or where they never started by the scheduled instant.
 * - `ju:<job>`: a set of its pending and running ones. `jo:<job>`: a set of the instants of its occurrences.
 * - `n`, `n:<tenant>`: how many, by `<status>US<queue>`. `jc:<job>`: by `<status>US<queue>[US<tenant>]`, and `running` in all.
 * - `dn`, `dn:<tenant>`: how many dead letters, by `queueUS<queue>` and `classUS<class of error>`.
 * - `keys`: how many run, by concurrency key. `unique`: who has which unique place.
 */
export const PLACES = `
local READ = { 'status', 'queue', 'prio', 'job', 'tenant', 'most', 'ckey', 'climit', 'ukey', 'uends', 'urefuse', 'uuntil', 'orig',
  'avail', 'lease', 'started', 'sched', 'finished', 'dead', 'eclass', 'gate', 'fence', 'tries', 'cancel', 'occ_at', 'rcode' }
local KNOWN = {}
for _, name in ipairs(READ) do KNOWN[name] = true end

local function hash_of(id) return base .. 'x:' .. id end

-- Nil: there is none.
local function read_execution(id)
  local values = redis.call('HMGET', hash_of(id), unpack(READ))
  if not values[1] then return nil end
  local x = { id = id }
  for index, name in ipairs(READ) do x[name] = values[index] end
  return x
end

local function lane_of(queue, priority) return base .. 'w:' .. queue .. ':' .. priority end
local function parked_in(gate, queue) return base .. 'p:' .. gate .. US .. queue end
local function began(x) return x.started or x.sched end
local function is_unfinished(status) return status == 'pending' or status == 'running' end

local function place_of(x)
  if x.status == 'pending' then
    if x.gate then return parked_in(x.gate, x.queue), x.prio * 1e13 + x.avail end
    return lane_of(x.queue, x.prio), x.avail
  end
  if x.status == 'running' then return base .. 'leases', x.lease end
  return base .. (x.dead and 'dead:' or 'ended:') .. x.status, x.finished or x.sched
end

local function put_in(x)
  local place, score = place_of(x)
  redis.call('ZADD', place, score, x.id)
  if x.gate then
    redis.call('SADD', base .. 'pq:' .. x.gate, x.queue)
    redis.call('ZADD', base .. 'parked:' .. x.queue, x.avail, x.id)
  end
end

local function take_out(x)
  local place = place_of(x)
  redis.call('ZREM', place, x.id)
  if x.gate then
    redis.call('ZREM', base .. 'parked:' .. x.queue, x.id)
    if redis.call('EXISTS', place) == 0 then redis.call('SREM', base .. 'pq:' .. x.gate, x.queue) end
  end
end

local function count_dead(hash, x, by)
  count(hash, 'queue' .. US .. x.queue, by)
  count(hash, 'class' .. US .. (x.eclass or 'unknown'), by)
end

local function tally(x, by)
  local field = x.status .. US .. x.queue
  count(base .. 'n', field, by)
  if x.tenant then count(base .. 'n:' .. x.tenant, field, by) end
  if x.job then
    local counts = base .. 'jc:' .. x.job
    count(counts, x.tenant and (field .. US .. x.tenant) or field, by)
    if x.status == 'running' then count(counts, 'running', by) end
  end
  if x.ckey and x.status == 'running' then count(base .. 'keys', x.ckey, by) end
  if x.dead then
    count_dead(base .. 'dn', x, by)
    if x.tenant then count_dead(base .. 'dn:' .. x.tenant, x, by) end
  end
end

-- By its start, in the lists that it stays in.
local function list_by_start(x)
  if x.tenant then redis.call('ZADD', base .. 't:' .. x.tenant, began(x), x.id) end
  if x.job then redis.call('ZADD', base .. 'je:' .. x.job, began(x), x.id) end
end

-- Whether it keeps its unique place, as far as its status decides.
local function keeps_place(x)
  return is_unfinished(x.status) or string.find(x.uends, ',' .. x.status .. ',', 1, true) ~= nil
end

local function leave_place(x)
  if redis.call('HGET', base .. 'unique', x.ukey) == x.id then redis.call('HDEL', base .. 'unique', x.ukey) end
end

local function write_fields(id, changes)
  local set, removed = {}, {}
  for field, value in pairs(changes) do
    if value == false then removed[#removed + 1] = field
    else
      set[#set + 1] = field
      set[#set + 1] = value
    end
  end
  if #set > 0 then redis.call('HSET', hash_of(id), unpack(set)) end
  if #removed > 0 then redis.call('HDEL', hash_of(id), unpack(removed)) end
end
`;
