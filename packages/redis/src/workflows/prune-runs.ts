import type { WorkflowStatus } from '@scheduler/contracts';
import type { DeleteRunsOfTenant, PruneRuns } from '@scheduler/contracts/adapter';
import { CHUNK_SIZE } from '../database/in-chunks.js';
import { pipelined } from '../database/pipelined.js';
import type { RedisDatabase } from '../database/redis-database.js';
import { executionStep } from '../executions/execution-step.js';
import { ownerKey } from '../jobs/job-keys.js';
import { RUN_STEPS } from './lua/run-indexes.js';
import { allRuns, endedRuns } from './run-keys.js';

/**
 * Deletes whole trees of runs whose root is still ended, unless a run of the tree goes on that was tried again. Their executions are deleted
 * afterwards, in steps, so that no script takes long: until then the runs are in `runs:deleted`. Arguments: the instant, the limit, the number
 * of roots, and for each its index and its id. Returns how many runs were deleted, and the positions of the roots that stay.
 */
const DELETE_TREES = executionStep(`${RUN_STEPS}
local before, limit, deleted, kept = next_number(), next_number(), 0, {}

local function is_over(tree)
  for _, id in ipairs(tree) do
    local run = run_read(id)
    if run and not run.ended then return false end
  end
  return true
end

for position = 1, next_number() do
  local index, root = base .. next_arg(), next_arg()
  local ended = tonumber(redis.call('ZSCORE', index, root) or math.huge)
  local tree = redis.call('SMEMBERS', base .. 'runs:tree:' .. root)
  if ended < before and deleted < limit and is_over(tree) then
    tree[#tree + 1] = root
    for _, id in ipairs(tree) do
      deleted = deleted + run_remove(id)
      if redis.call('EXISTS', base .. 'rx:' .. id) == 1 then redis.call('SADD', base .. 'runs:deleted', id) end
    end
    -- The hash of the root may have been deleted by hand.
    redis.call('ZREM', index, root)
  elseif ended < before then kept[#kept + 1] = position end
end
return { deleted, kept }
`);

/** Deletes executions of deleted runs. Argument: how many at most. Returns how many there were. */
const DELETE_THEIR_EXECUTIONS = executionStep(`
local limit, deleted = next_number(), 0
while deleted < limit do
  local run = redis.call('SRANDMEMBER', base .. 'runs:deleted')
  if not run then break end
  for _, id in ipairs(redis.call('SRANDMEMBER', base .. 'rx:' .. run, limit - deleted)) do
    local x = read_execution(id)
    if x then
      remove_execution(x)
      if logs then log_deleted('ExecutionsDeleted', 'execution', x) end
    end
    redis.call('SREM', base .. 'rx:' .. run, id)
    deleted = deleted + 1
  end
  if redis.call('EXISTS', base .. 'rx:' .. run) == 0 then redis.call('SREM', base .. 'runs:deleted', run) end
end
return deleted
`);

/** Deletes runs. Arguments: the index of the tenant, the limit. Returns how many. */
const DELETE_OF_TENANT = executionStep(`${RUN_STEPS}
local index, limit, deleted = base .. next_arg(), next_number(), 0
for _, id in ipairs(redis.call('ZRANGE', index, 0, limit - 1)) do
  run_remove(id)
  redis.call('ZREM', index, id)
  deleted = deleted + 1
end
return deleted
`);

/** How many trees one script deletes at most. */
const TREES_AT_ONCE = 100;

export async function pruneRuns(database: RedisDatabase, request: PruneRuns): Promise<number> {
  const statuses = [...new Set(request.statuses)];
  /** How many roots of each status stay. They come first in their index. */
  const passedOver = new Map<WorkflowStatus, number>();
  let deleted = 0;
  while (deleted < request.limit) {
    const roots = await oldestRoots(database, { ...request, statuses }, passedOver);
    if (roots.length === 0) break;
    const args = roots.flatMap(({ status, id }) => [endedRuns(status), id]);
    const limits = [request.endedBefore.getTime(), request.limit - deleted, roots.length];
    const [count, kept] = (await database.change(DELETE_TREES, [...limits, ...args], request.cause)) as [
      number,
      number[],
    ];
    deleted += count;
    for (const position of kept) {
      const status = roots[position - 1]?.status;
      if (status !== undefined) passedOver.set(status, (passedOver.get(status) ?? 0) + 1);
    }
  }
  while (Number(await database.change(DELETE_THEIR_EXECUTIONS, [CHUNK_SIZE], request.cause)) >= CHUNK_SIZE);
  return deleted;
}

interface EndedRoot {
  readonly status: WorkflowStatus;
  readonly id: string;
  readonly ended: number;
}

async function oldestRoots(
  { redis, base }: RedisDatabase,
  { endedBefore, statuses }: PruneRuns,
  passedOver: ReadonlyMap<WorkflowStatus, number>,
): Promise<readonly EndedRoot[]> {
  const before = `(${endedBefore.getTime()}`;
  const answers = await pipelined<WorkflowStatus, string[]>(redis, statuses, (pipeline, status) => {
    const page = ['LIMIT', passedOver.get(status) ?? 0, TREES_AT_ONCE] as const;
    pipeline.zrangebyscore(`${base}${endedRuns(status)}`, '-inf', before, 'WITHSCORES', ...page);
  });
  const roots: EndedRoot[] = [];
  for (const [index, status] of statuses.entries()) {
    const found = answers[index] ?? [];
    for (let at = 0; at + 1 < found.length; at += 2)
      roots.push({ status, id: found[at] ?? '', ended: Number(found[at + 1]) });
  }
  return roots.sort((a, b) => a.ended - b.ended || (a.id < b.id ? -1 : 1)).slice(0, TREES_AT_ONCE);
}

/** Deletes runs of a tenant, whose executions are deleted with all others of the tenant. */
export async function deleteRunsOfTenant(
  database: RedisDatabase,
  { tenant, limit, cause }: DeleteRunsOfTenant,
): Promise<number> {
  const args = [allRuns(ownerKey(tenant)), Math.min(limit, CHUNK_SIZE)];
  return Number(await database.change(DELETE_OF_TENANT, args, cause));
}
