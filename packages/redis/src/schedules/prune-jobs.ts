import { type JobStatus, jobStatuses } from '@scheduler/contracts';
import type { PruneJobs } from '@scheduler/contracts/adapter';
import { CHUNK_SIZE } from '../database/in-chunks.js';
import type { RedisDatabase } from '../database/redis-database.js';
import { executionStep } from '../executions/execution-step.js';
import { jobsWith } from '../jobs/job-keys.js';

/**
 * Arguments: the index of jobs, the instant, how many jobs to pass over, how many to look at, how many to delete. Returns how many it
 * looked at and how many it deleted. A job that ended before the instant was created before it, and the index is ordered by creation.
 */
const PRUNE_JOBS = executionStep(`
local index, before, from, many, limit = base .. next_arg(), next_number(), next_number(), next_number(), next_number()
local function has_dead_letter(id)
  for _, execution in ipairs(redis.call('ZRANGE', base .. 'je:' .. id, 0, -1)) do
    local dead = redis.call('HGET', base .. 'x:' .. execution, 'dead')
    if dead and dead ~= '' then return true end
  end
  return false
end
local seen, pruned = 0, 0
for _, id in ipairs(redis.call('ZRANGEBYSCORE', index, '-inf', '(' .. before, 'LIMIT', from, many)) do
  if pruned >= limit then break end
  seen = seen + 1
  local job = job_read(id, { 'one_off', 'completed', 'cancelled', 'updated' })
  if job and job.one_off == '1' then
    local ended = tonumber(job.completed) or tonumber(job.cancelled) or tonumber(job.updated)
    if ended and ended < before and not job_has_unfinished(id) and not has_dead_letter(id) then
      remove_executions_of(id)
      job_remove(id)
      pruned = pruned + 1
    end
  end
end
return { seen, pruned }
`);

const ENDED = jobStatuses.statuses.filter((status) => jobStatuses.isFinal(status));

export async function pruneJobs(database: RedisDatabase, request: PruneJobs): Promise<number> {
  let pruned = 0;
  for (const status of ENDED)
    pruned += await pruneWith(database, status, { ...request, limit: request.limit - pruned });
  return pruned;
}

async function pruneWith(
  database: RedisDatabase,
  status: JobStatus,
  { endedBefore, limit, cause }: PruneJobs,
): Promise<number> {
  let [kept, pruned] = [0, 0];
  while (pruned < limit) {
    const args = [jobsWith(status, '*'), endedBefore.getTime(), kept, CHUNK_SIZE, limit - pruned];
    const [seen, deleted] = (await database.change(PRUNE_JOBS, args, cause)) as [number, number];
    if (seen === 0) break;
    // What was deleted has left the index, so that only what stays has to be passed over.
    kept += seen - deleted;
    pruned += deleted;
  }
  return pruned;
}
