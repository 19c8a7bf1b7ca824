import { executionStep } from '../executions/execution-step.js';
import { NEXT_CHANGES } from '../executions/lua/next-changes.js';
import { RUN_STEPS } from './lua/run-indexes.js';

/**
 * Writes everything that changes in trees of runs, if what it was decided by is unchanged. Arguments, each list with its number first:
 *
 * - the runs that were read: id, and the write that they came from ('': there was none)
 * - leases that have to be held: id, fence
 * - executions that end by their holder or a caller, and then those that end with them: id, status, fence, the end of the lease if that has to
 *   be unchanged (else ''), and the changes as `changeArgs` writes them
 * - running executions that are asked to stop: id, reason
 * - ended executions of which their runs had not been told: id
 * - graphs: hash, JSON
 * - runs: id, and the changes as `changeArgs` writes them
 * - new executions, as `newExecutionArgs` writes them
 * - executions that wait longer or shorter: the instant, the list of their ids
 *
 * Where events are logged, those that `eventsToArgs` writes follow each end, graph and run, and the data of the event follows each instant.
 *
 * Returns `{ 'done' }`; `{ 'lost', index… }`: these of the first executions are not as they were, or a lease is lost (without an index);
 * `{ 'changed' }`: something else is not as it was. Nothing is written unless all is done.
 */
export const ADVANCE = executionStep(`${RUN_STEPS}${NEXT_CHANGES}
local function next_end()
  local x, status, fence, lease, changes = read_execution(next_arg()), next_arg(), next_arg(), next_arg(), next_changes()
  local given = logs and next_events()
  local is_same = x and x.status == status and x.fence == fence and (lease == '' or x.lease == lease)
  return { x, changes, given }, is_same
end

for _ = 1, next_number() do
  local id, by = next_arg(), next_arg()
  if (redis.call('HGET', run_key(id), 'by') or '') ~= by then return { 'changed' } end
end
for _ = 1, next_number() do
  local x, fence = read_execution(next_arg()), next_arg()
  if not x or x.status ~= 'running' or x.fence ~= fence then return { 'lost' } end
end
local ends, cancelled, stops, folded, is_same = {}, {}, {}, {}, true
local lost = { 'lost' }
for index = 1, next_number() do
  ends[index], is_same = next_end()
  if not is_same then lost[#lost + 1] = index end
end
if #lost > 1 then return lost end
for index = 1, next_number() do
  cancelled[index], is_same = next_end()
  if not is_same then return { 'changed' } end
end
for index = 1, next_number() do
  stops[index] = { next_arg(), next_arg() }
  if redis.call('HGET', hash_of(stops[index][1]), 'status') ~= 'running' then return { 'changed' } end
end
for index = 1, next_number() do
  folded[index] = next_arg()
  if redis.call('SISMEMBER', base .. 'runs:arrivals', folded[index]) == 0 then return { 'changed' } end
end

-- From here on everything is written. Steps of workflows belong to no job, so that no job has to be counted.
is_advancing = true
local function write_ends(ended)
  for _, one in ipairs(ended) do
    move_execution(one[1], one[2])
    if logs then log_given(one[3]) end
  end
end

write_ends(ends)
for _, id in ipairs(folded) do redis.call('SREM', base .. 'runs:arrivals', id) end
for _ = 1, next_number() do
  local is_new = redis.call('SET', base .. 'g:' .. next_arg(), next_arg(), 'NX')
  local given = logs and next_events()
  if logs and is_new then log_given(given) end
end
for _ = 1, next_number() do
  run_change(next_arg(), next_changes())
  if logs then log_given(next_events()) end
end
insert_next_executions()
for _ = 1, next_number() do
  local available = next_arg()
  local data = logs and next_arg()
  for _ = 1, next_number() do
    local x = read_execution(next_arg())
    if x and x.status == 'pending' then
      local is_moved = x.avail ~= available
      move_execution(x, { avail = available })
      if logs and is_moved then log_execution('ExecutionPostponed', x, data) end
    end
  end
end
write_ends(cancelled)
for _, stop in ipairs(stops) do request_cancel(logs and read_execution(stop[1]) or { id = stop[1] }, stop[2]) end
return { 'done' }
`);
