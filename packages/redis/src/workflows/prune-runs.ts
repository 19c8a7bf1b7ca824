import type { WorkflowStatus } from '@scheduler/contracts';
import type { PruneRuns } from '@scheduler/contracts/adapter';
import { CHUNK_SIZE } from '../database/in-chunks.js';
import { pipelined } from '../database/pipelined.js';
import type { RedisDatabase } from '../database/redis-database.js';
import { executionStep } from '../executions/execution-step.js';
import { ownerKey } from '../jobs/job-keys.js';
import { RUN_STEPS } from './lua/run-indexes.js';
import { allRuns, endedRuns } from './run-keys.js';

/**
 * Deletes whole trees of runs whose root is still ended. Their executions are deleted afterwards, in steps, so that no script takes long: until
 * then the runs are in `runs:deleted`. Arguments: the instant, the limit, the number of roots, and for each its index and its id. Returns how
 * many runs were deleted.
 */
const DELETE_TREES = executionStep(`${RUN_STEPS}
local before, limit, deleted = next_number(), next_number(), 0
for _ = 1, next_number() do
  local index, root = base .. next_arg(), next_arg()
  local ended = tonumber(redis.call('ZSCORE', index, root) or math.huge)
  if ended < before and deleted < limit then
    local tree = redis.call('SMEMBERS', base .. 'runs:tree:' .. root)
    tree[#tree + 1] = root
    for _, id in ipairs(tree) do
      deleted = deleted + run_remove(id)
      if redis.call('EXISTS', base .. 'rx:' .. id) == 1 then redis.call('SADD', base .. 'runs:deleted', id) end
    end
    -- The hash of the root may have been deleted by hand.
    redis.call('ZREM', index, root)
  end
end
return deleted
`);

/** Deletes executions of deleted runs. Argument: how many at most. Returns how many there were. */
const DELETE_THEIR_EXECUTIONS = executionStep(`
local limit, deleted = next_number(), 0
while deleted < limit do
  local run = redis.call('SRANDMEMBER', base .. 'runs:deleted')
  if not run then break end
  for _, id in ipairs(redis.call('SRANDMEMBER', base .. 'rx:' .. run, limit - deleted)) do
    local x = read_execution(id)
    if x then remove_execution(x) end
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
  let deleted = 0;
  while (deleted < request.limit) {
    const roots = await oldestRoots(database, request);
    if (roots.length === 0) break;
    const args = roots.flatMap(({ status, id }) => [endedRuns(status), id]);
    const limits = [request.endedBefore.getTime(), request.limit - deleted, roots.length];
    deleted += Number(await database.run(DELETE_TREES, [...limits, ...args]));
  }
  while (Number(await database.run(DELETE_THEIR_EXECUTIONS, [CHUNK_SIZE])) >= CHUNK_SIZE);
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
): Promise<readonly EndedRoot[]> {
  const wanted = [...new Set(statuses)];
  const answers = await pipelined<WorkflowStatus, string[]>(redis, wanted, (pipeline, status) => {
    const before = `(${endedBefore.getTime()}`;
    pipeline.zrangebyscore(
      `${base}${endedRuns(status)}`,
      '-inf',
      before,
      'WITHSCORES',
      'LIMIT',
      0,
      TREES_AT_ONCE,
    );
  });
  const roots: EndedRoot[] = [];
  for (const [index, status] of wanted.entries()) {
    const found = answers[index] ?? [];
    for (let at = 0; at + 1 < found.length; at += 2)
      roots.push({ status, id: found[at] ?? '', ended: Number(found[at + 1]) });
  }
  return roots.sort((a, b) => a.ended - b.ended || (a.id < b.id ? -1 : 1)).slice(0, TREES_AT_ONCE);
}

/** Deletes runs of a tenant, whose executions are deleted with all others of the tenant. */
export async function deleteRunsOfTenant(
  database: RedisDatabase,
  { tenant, limit }: { readonly tenant: string; readonly limit: number },
): Promise<number> {
  const args = [allRuns(ownerKey(tenant)), Math.min(limit, CHUNK_SIZE)];
  return Number(await database.run(DELETE_OF_TENANT, args));
}
