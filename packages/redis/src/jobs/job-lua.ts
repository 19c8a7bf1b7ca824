import { JOB_FIELDS } from './job-hash.js';

/**
 * The jobs of a store, for steps that Redis carries out as one. Used within `step`, after what it begins with.
 *
 * - `j:<id>`: the job, a hash (see job-hash.ts).
 * - `jobs:due`: jobs that may execute, by their next run.
 * - `jobs:all:<scope>`, `jobs:is:<status>:<scope>`: ids by creation. A scope is `*`, for everybody, or a tenant.
 * - `jobs:named:live:<scope>:<name>`, `jobs:named:ended:<scope>:<name>`: ids by creation; of one tenant at most one is live.
 * - `jobs:on:<event>`: ids of jobs that wait for the event, by creation.
 *
 * Whatever changes a job goes through `job_change` and `job_remove`, which keep the indexes true. Values are texts, as in the hash.
 */
export const JOB_STEPS = `
local JOB_FIELDS = { ${JOB_FIELDS.map((field) => `'${field}'`).join(', ')} }
local JOB_INDEXED = { 'status', 'next', 'name', 'tenant', 'created', 'kind', 'event' }

local function job_key(id) return base .. 'j:' .. id end

local function job_is_final(status)
  return status == 'completed' or status == 'failed' or status == 'cancelled'
end

local function job_may_execute(status) return status == 'pending' or status == 'active' end

-- Some fields of a job by their names. Nil: there is no such job.
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

-- A whole job, the next of the arguments: see givenJob.
local function job_given()
  local job = {}
  for _, name in ipairs(JOB_FIELDS) do job[name] = next_arg() end
  return job
end

local function job_scope(tenant) return #tenant .. ':' .. tenant end

-- Where its id stands by creation.
local function job_places(job)
  local places = {}
  local state = job_is_final(job.status) and 'ended' or 'live'
  for _, scope in ipairs({ '*', job_scope(job.tenant) }) do
    places[base .. 'jobs:all:' .. scope] = true
    places[base .. 'jobs:is:' .. job.status .. ':' .. scope] = true
    places[base .. 'jobs:named:' .. state .. ':' .. scope .. ':' .. job.name] = true
  end
  if job.kind == 'event' then places[base .. 'jobs:on:' .. job.event] = true end
  return places
end

-- '': it is not due at all.
local function job_due(job)
  if job_may_execute(job.status) then return job.next end
  return ''
end

-- The job of the tenant that has the name and has not ended. Nil: nobody has it.
local function job_holder(tenant, name)
  return redis.call('ZRANGE', base .. 'jobs:named:live:' .. job_scope(tenant) .. ':' .. name, 0, 0)[1]
end

local function job_index(id, before, after)
  local old = before and job_places(before) or {}
  local new = after and job_places(after) or {}
  for place in pairs(old) do
    if not new[place] then redis.call('ZREM', place, id) end
  end
  for place in pairs(new) do
    if not old[place] or before.created ~= after.created then redis.call('ZADD', place, after.created, id) end
  end
end

-- Writes the given fields, a table by names, of a job that may be new. Whoever changes a job gives it the next revision too.
local function job_change(id, changes)
  local before = job_read(id, JOB_INDEXED)
  local pairs_given, after, is_moved = {}, {}, before == nil
  for name, value in pairs(changes) do
    pairs_given[#pairs_given + 1] = name
    pairs_given[#pairs_given + 1] = value
  end
  redis.call('HSET', job_key(id), unpack(pairs_given))
  for _, name in ipairs(JOB_INDEXED) do
    after[name] = changes[name] or (before and before[name]) or ''
    if before and name ~= 'next' and after[name] ~= before[name] then is_moved = true end
  end
  if is_moved then job_index(id, before, after) end
  local due = job_due(after)
  if due ~= '' then redis.call('ZADD', base .. 'jobs:due', due, id)
  elseif before and job_due(before) ~= '' then redis.call('ZREM', base .. 'jobs:due', id) end
end

-- The job alone, without its executions.
local function job_remove(id)
  local before = job_read(id, JOB_INDEXED)
  if not before then return end
  job_index(id, before, nil)
  redis.call('ZREM', base .. 'jobs:due', id)
  redis.call('DEL', job_key(id))
end
`;
