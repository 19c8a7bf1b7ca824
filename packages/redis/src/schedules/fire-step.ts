import { executionStep } from '../executions/execution-step.js';

/**
 * A1. Arguments: the number of firings, and for each the job's id and revision, the next and the last run ('': none), the policy
 * for overlap, the number of executions, and these.
 *
 * Returns the time, and for each `{ 0 }`: a conflict; or 1, whether the job has unfinished executions afterwards, and for each
 * execution: `run`, `given` (a trace), `overlap`, `=<id>` of the execution that holds its unique key, or `stored`: it was there already.
 */
export const FIRE = executionStep(`
local now = now_ms()

-- The starts of the running executions of a job. Those that run are looked up only if the job is busy.
local function running_starts(job)
  local starts = {}
  for _, id in ipairs(redis.call('ZINTER', 2, base .. 'ju:' .. job, base .. 's:running')) do
    starts[#starts + 1] = tonumber(redis.call('HGET', hash_of(id), 'started') or 0)
  end
  return starts
end

-- Whether as many as may run at once were running when the occurrence fell due. What started later is no reason to skip it.
local function overlaps(x, starts)
  if not x.most then return false end
  local due, count = tonumber(x.occ_at or x.sched), 0
  for _, started in ipairs(starts) do
    if started <= due then count = count + 1 end
  end
  return count >= tonumber(x.most)
end

local function fire_execution(x, fields, occurrence, starts)
  local verdict = 'given'
  if x.status == 'pending' then
    local holder = unique_holder(x, now)
    if overlaps(x, starts) then
      skip_for_overlap(x, fields, now)
      verdict = 'overlap'
    elseif holder then
      skip_as_duplicate(x, fields, now, holder)
      verdict = '=' .. holder
    else
      fields[#fields + 1] = 'occ'
      fields[#fields + 1] = occurrence
      verdict = 'run'
    end
  end
  if is_stored(x) then return 'stored' end
  insert_execution(x, fields)
  return verdict
end

-- Moves the cursor of a job after its executions were stored, counts, and ends the job if nothing is left.
local function move_job(id, job, firing, fired, has_unfinished)
  local changes = { revision = job.revision + 1, fired = fired, next = firing.next, updated = now }
  if job.status == 'pending' then changes.status = 'active' end
  if job.max ~= '' and fired >= tonumber(job.max) then changes.next = '' end
  if firing.last ~= '' then changes.last = firing.last end
  local after = { status = job.status, next = changes.next, kind = job.kind, max = job.max, fired = fired }
  if job_is_at_end(after, has_unfinished) then job_end(changes, 'completed', now) end
  job_change(id, changes)
end

local function fire(firing, executions)
  local job = job_read(firing.id, JOB_COUNTED)
  if not job or job.revision ~= firing.revision or not job_may_execute(job.status) then return { 0 } end
  local starts, fired, answer = {}, tonumber(job.fired), { 1, 0 }
  local first_event = logs and #events + 1
  if firing.overlap ~= 'queue' and running_of_job(firing.id) > 0 then starts = running_starts(firing.id) end
  for _, one in ipairs(executions) do
    local verdict = fire_execution(one[1], one[2], fired + 1, starts)
    if verdict == 'run' then fired = fired + 1 end
    answer[#answer + 1] = verdict
  end
  local has_unfinished = job_has_unfinished(firing.id)
  if has_unfinished then answer[2] = 1 end
  move_job(firing.id, job, firing, fired, has_unfinished)
  -- The event of the job comes before those of its executions.
  if logs then table.insert(events, first_event, table.remove(events)) end
  return answer
end

local answers = { now }
for index = 1, next_number() do
  local firing = { id = next_arg(), revision = next_arg(), next = next_arg(), last = next_arg(), overlap = next_arg() }
  local executions = {}
  for position = 1, next_number() do executions[position] = { next_execution() } end
  answers[index + 1] = fire(firing, executions)
end
return answers
`);
