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
 * - new executions, as `newExecutionArgs` writes them
 * - executions that wait longer or shorter: the instant, the list of their ids
 * - graphs: hash, JSON
 * - runs: id, and the changes as `changeArgs` writes them
 *
 * Returns `{ 'done' }`; `{ 'lost', index… }`: these of the first executions are not as they were, or a lease is lost (without an index);
 * `{ 'changed' }`: something else is not as it was. Nothing is written unless all is done.
 */
export const ADVANCE = executionStep(`${RUN_STEPS}${NEXT_CHANGES}
local function next_end()
  local x, status, fence, lease, changes = read_execution(next_arg()), next_arg(), next_arg(), next_arg(), next_changes()
  local is_same = x and x.status == status and x.fence == fence and (lease == '' or x.lease == lease)
  return { x, changes }, is_same
end

for _ = 1, next_number() do
  local id, by = next_arg(), next_arg()
  if (redis.call('HGET', run_key(id), 'by') or '') ~= by then return { 'changed' } end
end
for _ = 1, next_number() do
  local x, fence = read_execution(next_arg()), next_arg()
  if not x or x.status ~= 'running' or x.fence ~= fence then return { 'lost' } end
end
local ends, stops, folded, is_same = {}, {}, {}, true
local lost = { 'lost' }
for index = 1, next_number() do
  ends[index], is_same = next_end()
  if not is_same then lost[#lost + 1] = index end
end
if #lost > 1 then return lost end
for _ = 1, next_number() do
  ends[#ends + 1], is_same = next_end()
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
for _, one in ipairs(ends) do move_execution(one[1], one[2]) end
for _, stop in ipairs(stops) do redis.call('HSET', hash_of(stop[1]), 'cancel', stop[2]) end
for _, id in ipairs(folded) do redis.call('SREM', base .. 'runs:arrivals', id) end
insert_next_executions()
for _ = 1, next_number() do
  local available = next_arg()
  for _ = 1, next_number() do
    local x = read_execution(next_arg())
    if x and x.status == 'pending' then move_execution(x, { avail = available }) end
  end
end
for _ = 1, next_number() do redis.call('SET', base .. 'g:' .. next_arg(), next_arg(), 'NX') end
for _ = 1, next_number() do run_change(next_arg(), next_changes()) end
return { 'done' }
`);
