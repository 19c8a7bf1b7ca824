/**
 * Quarantines executions whose status is none that exists, because their hash was changed by hand: no step would ever change them. The index
 * in which one was found says which status it had.
 */
export const UNKNOWN_STATUS = `
local STATUSES = { pending = true, running = true, success = true, failed = true, timeout = true, cancelled = true, skipped = true }
local CORRUPT_STATUS = '{"name":"CorruptHash","message":"its hash cannot be read (status)","code":"CORRUPT_HASH","stack":null,"errorClass":null}'

-- True: it had an unknown status, and has failed.
local function quarantined(x, was)
  if not x.status or STATUSES[x.status] then return false end
  local now = now_ms()
  x.status = was
  move_execution(x, { status = 'failed', rcode = 'corrupt', err = CORRUPT_STATUS, finished = now, dur = 0, owner = false, lease = false })
  if logs then log_execution('ExecutionFailed', x, '{"reason":{"code":"corrupt","message":null},"error":' .. CORRUPT_STATUS .. '}') end
  if x.job then job_settled(x.job, 'failed', 0, now) end
  return true
end
`;
