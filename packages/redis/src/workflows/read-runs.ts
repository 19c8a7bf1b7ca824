import type { WorkflowGraph, WorkflowRun } from '@scheduler/contracts';
import { parseJson, type RunById } from '@scheduler/contracts/adapter';
import { pipelined } from '../database/pipelined.js';
import type { RedisDatabase } from '../database/redis-database.js';
import { isInScope } from '../database/scope.js';
import type { Fields } from '../executions/execution-hash.js';
import { readableRun } from './run-hash.js';
import { graphKey, runKey } from './run-keys.js';

/** The hashes of runs in the order of the ids. Null: there is no such run. */
export async function readRunFields(
  { redis, base }: RedisDatabase,
  ids: readonly string[],
): Promise<readonly (Fields | null)[]> {
  const answers = await pipelined<string, Fields>(redis, ids, (pipeline, id) =>
    pipeline.hgetall(`${base}${runKey(id)}`),
  );
  return answers.map((fields) => (fields['status'] === undefined ? null : fields));
}

/** Reads runs in the order of the ids. Those that do not exist are left out. */
export async function readRuns(
  database: RedisDatabase,
  ids: readonly string[],
): Promise<readonly WorkflowRun[]> {
  const found = await readRunFields(database, ids);
  return found.flatMap((fields, index) => (fields === null ? [] : readableRun(ids[index] ?? '', fields)));
}

export async function getRun(database: RedisDatabase, { id, tenant }: RunById): Promise<WorkflowRun | null> {
  const [run] = await readRuns(database, [id]);
  return run !== undefined && isInScope(run, tenant) ? run : null;
}

/** Null: no run is pinned to it. */
export async function readGraph(database: RedisDatabase, hash: string): Promise<WorkflowGraph | null> {
  const text = await database.redis.get(database.key(graphKey(hash)));
  return text === null ? null : (parseJson(text) as unknown as WorkflowGraph);
}
