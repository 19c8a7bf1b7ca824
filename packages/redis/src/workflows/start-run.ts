import type { WorkflowRun } from '@scheduler/contracts';
import {
  existingRun,
  newWorkflowRun,
  type StartedRun,
  type StartRun,
  startWithParent,
} from '@scheduler/contracts/adapter';
import type { RedisDatabase } from '../database/redis-database.js';
import { refuseTransaction } from '../database/refuse-transaction.js';
import type { RunPlan } from './advance-args.js';
import { advanceRuns } from './advance-runs.js';
import type { TreeReads } from './tree-reads.js';

/** Stores a run with its first executions, unless it exists. */
export async function startRun(database: RedisDatabase, request: StartRun): Promise<StartedRun> {
  refuseTransaction(request.transaction);
  const { id, parent, cause = null } = request;
  const at = await database.now();
  const found: { run: WorkflowRun | null } = { run: null };
  const answer = await advanceRuns(database, {
    at,
    cause,
    roots: [parent?.root ?? id],
    plan: async (reads) => {
      found.run = await reads.run(id);
      return found.run === null ? newRun(reads, request, at) : null;
    },
  });
  if (found.run !== null) return { run: existingRun(found.run, request), isNew: false };
  const run = answer.kind === 'done' ? answer.advanced.runs.find((one) => one.id === id) : undefined;
  if (run === undefined) throw new Error(`run ${id} was decided, but not written`);
  return { run, isNew: true };
}

async function newRun(reads: TreeReads, request: StartRun, at: Date): Promise<RunPlan> {
  const { graph, graphHash, parent } = request;
  if (parent !== null) startWithParent(await reads.run(parent.run), parent);
  const place = parent === null ? null : { runId: parent.run, step: parent.step, rootId: parent.root };
  const effects = newWorkflowRun({ ...request, parent: place }, at);
  return { commands: [], started: [{ effects, graph }], graph: { hash: graphHash, graph } };
}
