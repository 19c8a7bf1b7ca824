import { executionStep } from './execution-step.js';
import { NEXT_CHANGES } from './lua/next-changes.js';

/**
 * A3: changes running executions under their fence, and counts those that end in their jobs. Arguments: the time, their number, and for each
 * its id, its fence, the end of its lease if that has to be unchanged (else ''), the changes as `changeArgs` writes them, and if events are
 * logged those that `eventsToArgs` writes.
 *
 * Returns for each `{ 0 }`: the lease is lost; `{ 1 }`: done; `{ 2, reason }`: refused, because its cancellation was requested and it would
 * run again.
 */
export const SETTLE = executionStep(`${NEXT_CHANGES}
local function settle(x, fence, lease, changes, now, given)
  if not x or x.status ~= 'running' or x.fence ~= fence or (lease ~= '' and x.lease ~= lease) then return { 0 } end
  if changes.status == 'pending' and x.cancel then return { 2, x.cancel } end
  move_execution(x, changes)
  if logs then log_given(given) end
  if not x.job or x.status == 'pending' then return { 1 } end
  -- A cancelled execution whose attempt is given back ended between its claim and its start, and is no run of its job.
  if x.status == 'cancelled' and changes.tries then job_execution_cancelled(x.job, now)
  else job_settled(x.job, x.status, changes.dur or 0, now) end
  return { 1 }
end

local now, answer = next_number(), {}
if logs then event_at = now end
for index = 1, next_number() do
  local x, fence, lease = read_execution(next_arg()), next_arg(), next_arg()
  answer[index] = settle(x, fence, lease, next_changes(), now, logs and next_events())
end
return answer
`);
