import type { WorkflowGraph, WorkflowRun } from '@scheduler/contracts';
import { copyRun, parseJson, type RunById } from '@scheduler/contracts/adapter';
import { pipelined } from '../database/pipelined.js';
import type { RedisDatabase } from '../database/redis-database.js';
import { isInScope } from '../database/scope.js';
import { step } from '../database/step.js';
import type { Fields } from '../executions/execution-hash.js';
import { readableRun, runFromFields } from './run-hash.js';
import { graphKey, runKey } from './run-keys.js';

/** The names of the writes that runs came from. False: there is no such run. */
export const RUN_WRITES = step(`
local writes = {}
for index = 1, next_number() do writes[index] = redis.call('HGET', base .. 'r:' .. next_arg(), 'by') end
return writes
`);

/** A run as it is stored. Null: its hash is corrupt, and `fields` are what it has. */
export interface ReadRun {
  readonly by: string;
  readonly run: WorkflowRun | null;
  readonly fields?: Fields;
}

/** Reads runs in the order of the ids; null: there is no such run. Those that are known as they are now are not read as a whole. */
export async function readKnownRuns(
  database: RedisDatabase,
  ids: readonly string[],
): Promise<readonly (ReadRun | null)[]> {
  const { known } = database.runs;
  const found = new Map<string, ReadRun>();
  const asked = ids.filter((id) => known.get(id) !== undefined);
  if (asked.length > 0) {
    const writes = (await database.run(RUN_WRITES, [asked.length, ...asked])) as readonly (string | null)[];
    for (const [index, id] of asked.entries()) {
      const one = known.get(id);
      if (one !== undefined && one.by === writes[index]) found.set(id, one);
    }
  }
  const others = ids.filter((id) => !found.has(id));
  for (const [index, fields] of (await readRunFields(database, others)).entries()) {
    const id = others[index] ?? '';
    if (fields !== null) found.set(id, readRun(database, id, fields));
  }
  return ids.map((id) => found.get(id) ?? null);
}

function readRun({ runs }: RedisDatabase, id: string, fields: Fields): ReadRun {
  const by = fields['by'] ?? '';
  try {
    const run = runFromFields(id, fields);
    const length = ['d', 'in', 'a', 'sig'].reduce((sum, name) => sum + (fields[name]?.length ?? 0), 0);
    runs.known.keep({ by, run }, length);
    return { by, run };
  } catch {
    return { by, run: null, fields };
  }
}

/** The hashes of runs in the order of the ids. Null: there is no such run. */
async function readRunFields(
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
  const found = await readKnownRuns(database, ids);
  return found.flatMap((one, index) => {
    if (one === null) return [];
    return one.run === null ? readableRun(ids[index] ?? '', one.fields ?? {}) : copyRun(one.run);
  });
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
