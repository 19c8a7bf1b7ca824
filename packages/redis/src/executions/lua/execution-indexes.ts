/**
 * The indexes of executions. `x` is a table of the fields that they depend on (see execution-hash.ts); a missing field is nil or false.
 *
 * - `x:<id>`: the execution, a hash. `l:<id>`: its log, a list.
 * - `w:<queue>:<priority>`, a lane: pending executions by the instant from which they are available.
 * - `p:<gate>US<queue>`: pending executions that their gate keeps from running (see gates.ts), by priority and then that instant.
 *   A gate `tUS<type>` holds those of a type that claims passed over; `types:<queue>` is the set of these types.
 *   `pq:<gate>`: the queues of those. `parked:<queue>`: all parked executions of one queue, by that instant.
 * - `leases`: running executions by the end of their lease.
 * - `ended:<status>`, `dead:<status>`: ended executions by their end; dead letters are in the second one.
 *   Those of steps of workflows begin with `steps:`, because they are deleted with their run.
 * - `rx:<run>`: the set of the executions of a run of a workflow (see workflows/lua/run-indexes.ts).
 * - `s:<status>`, `t:<tenant>`, `je:<job>`: executions by their start, or by the scheduled instant if they have not started.
 * - `ju:<job>`: the set of its pending and running executions. `jo:<job>`: the set of the instants of its occurrences.
 * - `n`, `n:<tenant>`: counts by `<status>US<queue>`. `jc:<job>`: counts by `<status>US<queue>[US<tenant>]`, and `running` in total.
 * - `dn`, `dn:<tenant>`: counts of dead letters by `queueUS<queue>` and `classUS<class of error>`.
 * - `keys`: counts of running executions by concurrency key. `unique`: the id of the execution that holds a unique key.
 */
export const EXECUTION_INDEXES = `
local READ = { 'status', 'queue', 'prio', 'job', 'tenant', 'most', 'ckey', 'climit', 'ukey', 'uends', 'urefuse', 'uuntil', 'orig',
  'avail', 'lease', 'started', 'sched', 'finished', 'dead', 'eclass', 'gate', 'fence', 'tries', 'cancel', 'occ_at', 'rcode', 'run' }
local KNOWN = {}
for _, name in ipairs(READ) do KNOWN[name] = true end

local function hash_of(id) return base .. 'x:' .. id end

-- Nil: the execution does not exist.
local function read_execution(id)
  local values = redis.call('HMGET', hash_of(id), unpack(READ))
  if not values[1] then return nil end
  local x = { id = id }
  for index, name in ipairs(READ) do
    if values[index] then x[name] = values[index] end
  end
  return x
end

local function lane_of(queue, priority) return base .. 'w:' .. queue .. ':' .. priority end
local function parked_in(gate, queue) return base .. 'p:' .. gate .. US .. queue end
local function began(x) return x.started or x.sched end
local function is_unfinished(status) return status == 'pending' or status == 'running' end

local function index_of(x)
  if x.status == 'pending' then
    if x.gate then return parked_in(x.gate, x.queue), x.prio * 1e13 + x.avail end
    return lane_of(x.queue, x.prio), x.avail
  end
  if x.status == 'running' then return base .. 'leases', x.lease end
  return base .. (x.run and 'steps:' or '') .. (x.dead and 'dead:' or 'ended:') .. x.status, x.finished or x.sched
end

local function add_to_index(x)
  local index, score = index_of(x)
  if not x.gate then change_set(index, x.id, score)
  else
    redis.call('ZADD', index, score, x.id)
    redis.call('SADD', base .. 'pq:' .. x.gate, x.queue)
    redis.call('ZADD', base .. 'parked:' .. x.queue, x.avail, x.id)
  end
end

local function remove_from_index(x)
  local index = index_of(x)
  if not x.gate then change_set(index, x.id, false)
  else
    redis.call('ZREM', index, x.id)
    redis.call('ZREM', base .. 'parked:' .. x.queue, x.id)
    if redis.call('EXISTS', index) == 0 then redis.call('SREM', base .. 'pq:' .. x.gate, x.queue) end
  end
end

local function count_dead(hash, x, by)
  count(hash, 'queue' .. US .. x.queue, by)
  count(hash, 'class' .. US .. (x.eclass or 'unknown'), by)
end

local function count_execution(x, by)
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

-- Adds it to the indexes by start that it stays in for its whole life.
local function list_by_start(x)
  if x.tenant then change_set(base .. 't:' .. x.tenant, x.id, began(x)) end
  if x.job then change_set(base .. 'je:' .. x.job, x.id, began(x)) end
end

-- Whether it keeps its unique key in its status.
local function keeps_unique_key(x)
  return is_unfinished(x.status) or string.find(x.uends, ',' .. x.status .. ',', 1, true) ~= nil
end

local function release_unique_key(x)
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
