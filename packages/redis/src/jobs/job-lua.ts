import { JOB_FIELDS } from './job-hash.js';

/**
 * Functions on the jobs of a store, as a piece of `step`.
 *
 * - `j:<id>`: the job, a hash (see job-hash.ts).
 * - `jobs:due`: ids of jobs that may execute, by their next run.
 * - `jobs:all:<scope>`, `jobs:is:<status>:<scope>`: ids by creation. A scope is `*`, for all tenants, or a tenant.
 * - `jobs:named:live:<scope>:<name>`, `jobs:named:ended:<scope>:<name>`: ids by creation. A tenant has at most one live job of a name.
 * - `jobs:expected:<scope>`: ids of jobs that are expected to succeed within some time, by creation.
 * - `jobs:on:<event>`: ids of jobs that wait for the event, by creation.
 *
 * Every change of a job goes through `job_change` and `job_remove`, which keep the indexes consistent. Values are texts, as in the hash.
 */
export const JOB_STEPS = `
local JOB_FIELDS = { ${JOB_FIELDS.map((field) => `'${field}'`).join(', ')} }
local JOB_INDEXED = { 'status', 'next', 'name', 'tenant', 'created', 'kind', 'event', 'expect' }

local function job_key(id) return base .. 'j:' .. id end

local function job_is_final(status)
  return status == 'completed' or status == 'failed' or status == 'cancelled'
end

local function job_may_execute(status) return status == 'pending' or status == 'active' end

-- Some fields of a job by name. Nil: the job does not exist.
local function job_read(id, names)
  local values = redis.call('HMGET', job_key(id), unpack(names))
  local fields, found = {}, false
  for index, name in ipairs(names) do
    if values[index] then found = true end
    fields[name] = values[index] or ''
  end
  if found then return fields end
  return nil
end

-- Reads a whole job from the arguments, as jobArgs writes it.
local function next_job()
  local job = {}
  for _, name in ipairs(JOB_FIELDS) do job[name] = next_arg() end
  return job
end

local function job_scope(tenant) return #tenant .. ':' .. tenant end

-- The keys of the indexes by creation that contain the job.
local function job_indexes(job)
  local indexes = {}
  local state = job_is_final(job.status) and 'ended' or 'live'
  for _, scope in ipairs({ '*', job_scope(job.tenant) }) do
    indexes[base .. 'jobs:all:' .. scope] = true
    indexes[base .. 'jobs:is:' .. job.status .. ':' .. scope] = true
    if job.expect ~= '' then indexes[base .. 'jobs:expected:' .. scope] = true end
    indexes[base .. 'jobs:named:' .. state .. ':' .. scope .. ':' .. job.name] = true
  end
  if job.kind == 'event' then indexes[base .. 'jobs:on:' .. job.event] = true end
  return indexes
end

-- The instant at which a job is due. Empty: never.
local function job_due(job)
  if job_may_execute(job.status) then return job.next end
  return ''
end

-- The id of the tenant's job that has the name and has not ended. Nil: the name is free.
local function job_holder(tenant, name)
  return redis.call('ZRANGE', base .. 'jobs:named:live:' .. job_scope(tenant) .. ':' .. name, 0, 0)[1]
end

local function job_reindex(id, before, after)
  local old = before and job_indexes(before) or {}
  local new = after and job_indexes(after) or {}
  for index in pairs(old) do
    if not new[index] then redis.call('ZREM', index, id) end
  end
  for index in pairs(new) do
    if not old[index] or before.created ~= after.created then redis.call('ZADD', index, after.created, id) end
  end
end

-- The counters, of which an event has all or none.
local JOB_COUNTERS = { 'fired', 'executions', 'succeeded', 'failed', 'duration' }

-- The event is made of the fields as they were and as they will be. It has to be logged before they are written.
local function log_job(id, changes, before)
  local after = { tenant = changes.tenant or before.tenant, job = id }
  local event, names, kept = log_change('job', id, after), {}, {}
  for name in pairs(changes) do names[#names + 1] = name end
  if changes.fired or changes.executions then
    for _, name in ipairs(JOB_COUNTERS) do
      kept[name] = true
      if not changes[name] then names[#names + 1] = name end
    end
  end
  local stored = before and redis.call('HMGET', job_key(id), unpack(names))
  local function list(section, value_of)
    event[#event + 1] = section
    event[#event + 1] = ''
    for index, name in ipairs(names) do
      local value = changes[name] or stored[index]
      if kept[name] or not stored or stored[index] ~= tostring(value) then
        event[#event + 1] = name
        event[#event + 1] = value_of(index, value) or ''
      end
    end
  end
  if stored then list('was', function(index) return stored[index] end) end
  list('is', function(_, value) return value end)
end

-- Writes fields, a table by name, of a job that may be new. The caller has to include the next revision.
local function job_change(id, changes)
  local before = job_read(id, JOB_INDEXED)
  if logs then log_job(id, changes, before) end
  local written, after, is_moved = {}, {}, before == nil
  for name, value in pairs(changes) do
    written[#written + 1] = name
    written[#written + 1] = value
  end
  redis.call('HSET', job_key(id), unpack(written))
  for _, name in ipairs(JOB_INDEXED) do
    after[name] = changes[name] or (before and before[name]) or ''
    if before and name ~= 'next' and after[name] ~= before[name] then is_moved = true end
  end
  if is_moved then job_reindex(id, before, after) end
  local due = job_due(after)
  if due ~= '' then redis.call('ZADD', base .. 'jobs:due', due, id)
  elseif before and job_due(before) ~= '' then redis.call('ZREM', base .. 'jobs:due', id) end
end

-- Removes the job, but not its executions.
local function job_remove(id)
  local before = job_read(id, JOB_INDEXED)
  if not before then return end
  job_reindex(id, before, nil)
  redis.call('ZREM', base .. 'jobs:due', id)
  redis.call('DEL', job_key(id))
  if logs then log_event('JobDeleted', 'job', id, { tenant = before.tenant, job = id }) end
end
`;
