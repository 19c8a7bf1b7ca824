/** Updates the job of an execution that ended, by the rules of `ScheduledJob.settled` and `executionCancelled`. */
export const JOB_END = `
local JOB_COUNTED = { 'status', 'revision', 'next', 'fired', 'max', 'kind', 'one_off', 'on_exhausted', 'executions', 'succeeded',
  'failed', 'duration' }

local function job_has_unfinished(id) return redis.call('EXISTS', base .. 'ju:' .. id) == 1 end

local function job_is_at_end(job, has_unfinished)
  if job_is_final(job.status) or has_unfinished or job.next ~= '' then return false end
  if job.kind ~= 'event' and job.kind ~= 'reboot' then return true end
  return job.max ~= '' and tonumber(job.fired) >= tonumber(job.max)
end

local function job_end(changes, status, now)
  changes.status, changes.next, changes.completed, changes.updated = status, '', now, now
end

-- Ends a job whose last execution has ended. Its status depends on that execution if the job is one-off.
local function job_ended_by(job, changes, status, now)
  job_end(changes, 'completed', now)
  if job.one_off ~= '1' then return end
  if status == 'failed' or status == 'timeout' then
    changes.status, changes.status_reason = 'failed', 'its execution ended as ' .. status
  elseif status == 'cancelled' then
    changes.status, changes.status_reason = 'cancelled', 'its execution was cancelled'
    changes.completed, changes.cancelled = nil, now
  end
end

-- Counts an execution that has run and ended.
local function job_settled(id, status, duration, now)
  local job = job_read(id, JOB_COUNTED)
  if not job then return end
  local failed = status == 'failed' or status == 'timeout'
  local changes = {
    revision = job.revision + 1,
    executions = job.executions + 1,
    succeeded = job.succeeded + (status == 'success' and 1 or 0),
    failed = job.failed + (failed and 1 or 0),
    duration = job.duration + duration,
    updated = now,
  }
  if job_is_at_end(job, job_has_unfinished(id)) then job_ended_by(job, changes, status, now)
  elseif failed and job.on_exhausted == 'pause' and job.status == 'active' then
    changes.status, changes.paused, changes.status_reason = 'paused', now, 'retries used up'
  end
  job_change(id, changes)
end

-- An execution that was cancelled before it ran is not counted, but a job without further executions ends with it.
local function job_execution_cancelled(id, now)
  local job = job_read(id, JOB_COUNTED)
  if not job or not job_is_at_end(job, job_has_unfinished(id)) then return end
  local changes = { revision = job.revision + 1 }
  job_ended_by(job, changes, 'cancelled', now)
  job_change(id, changes)
end
`;
