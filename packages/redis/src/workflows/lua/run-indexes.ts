/**
 * Functions on the runs of workflows of a store, as a piece of `step`.
 *
 * - `r:<id>`: the run, a hash (see run-hash.ts). Its field `by` names the write that it comes from, by which another writer notices that it
 *   has changed.
 * - `rx:<id>`: the set of the executions of the run (see execution-indexes.ts).
 * - `g:<hash>`: a graph as JSON. `gn`: how many runs are pinned to each graph, by its hash.
 * - `runs:all:<scope>`, `runs:is:<status>:<scope>`, `runs:named:<scope>:<name>`: ids by creation. A scope is `*`, for all tenants, or a tenant.
 * - `runs:under:<id>`: the runs that steps of a run have started, by creation. `runs:tree:<root>`: the set of all runs below a root.
 * - `runs:ended:<status>`: ended runs that no workflow has started, by their end.
 * - `rn`, `rn:<tenant>`: counts by `<status>US<name>`.
 * - `runs:arrivals`: the set of ended executions of which their runs have not been told.
 * - `runs:deleted`: the set of deleted runs whose executions are not all deleted yet.
 *
 * Every change of a run goes through `run_change` and `run_remove`, which keep the indexes consistent.
 */
export const RUN_STEPS = `
local RUN_INDEXED = { 'name', 'tenant', 'status', 'root', 'parent', 'created', 'ended', 'graph' }

local function run_key(id) return base .. 'r:' .. id end

-- The fields that indexes depend on, in which a missing one is false. Nil: the run does not exist.
local function run_read(id)
  local values = redis.call('HMGET', run_key(id), unpack(RUN_INDEXED))
  if not values[3] then return nil end
  local run = { id = id }
  for index, name in ipairs(RUN_INDEXED) do run[name] = values[index] end
  return run
end

-- The scores of a run by the keys of the sorted sets that contain it.
local function run_indexes(run)
  local indexes = {}
  local function scoped(scope)
    indexes[base .. 'runs:all:' .. scope] = run.created
    indexes[base .. 'runs:is:' .. run.status .. ':' .. scope] = run.created
    indexes[base .. 'runs:named:' .. scope .. ':' .. run.name] = run.created
  end
  scoped('*')
  if run.tenant then scoped(#run.tenant .. ':' .. run.tenant) end
  if run.parent then indexes[base .. 'runs:under:' .. run.parent] = run.created
  elseif run.ended then indexes[base .. 'runs:ended:' .. run.status] = run.ended end
  return indexes
end

local function run_reindex(before, after)
  local old, new = before and run_indexes(before) or {}, after and run_indexes(after) or {}
  for index in pairs(old) do
    if not new[index] then redis.call('ZREM', index, before.id) end
  end
  for index, score in pairs(new) do
    if old[index] ~= score then redis.call('ZADD', index, score, after.id) end
  end
end

local function run_count(run, by)
  local field = run.status .. US .. run.name
  count(base .. 'rn', field, by)
  if run.tenant then count(base .. 'rn:' .. run.tenant, field, by) end
end

-- A graph is deleted with the last run that is pinned to it.
local function pin_graph(hash, by)
  if redis.call('HINCRBY', base .. 'gn', hash, by) > 0 then return end
  redis.call('HDEL', base .. 'gn', hash)
  redis.call('DEL', base .. 'g:' .. hash)
end

-- Writes fields of a run that may be new: a table by field name, in which false removes a field. Without a status the run is not new, and
-- neither its status nor its end changes, so that no index depends on the changes.
local function run_change(id, changes)
  local before = changes.status and run_read(id)
  local set, removed = {}, {}
  for field, value in pairs(changes) do
    if value then
      set[#set + 1] = field
      set[#set + 1] = value
    else removed[#removed + 1] = field end
  end
  redis.call('HSET', run_key(id), unpack(set))
  if #removed > 0 then redis.call('HDEL', run_key(id), unpack(removed)) end
  if not changes.status then return end
  local after = run_read(id)
  run_reindex(before, after)
  if before then run_count(before, -1)
  else
    pin_graph(after.graph, 1)
    if after.root ~= id then redis.call('SADD', base .. 'runs:tree:' .. after.root, id) end
  end
  run_count(after, 1)
end

-- Removes a run, but not its executions. Returns 1, or 0 if there is no such run.
local function run_remove(id)
  local run = run_read(id)
  if not run then return 0 end
  run_reindex(run, nil)
  run_count(run, -1)
  pin_graph(run.graph, -1)
  redis.call('SREM', base .. 'runs:tree:' .. run.root, id)
  redis.call('DEL', run_key(id))
  if logs then log_deleted('WorkflowsDeleted', 'workflow', run) end
  return 1
end
`;
