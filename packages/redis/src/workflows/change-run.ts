import type { WorkflowRun } from '@scheduler/contracts';
import { type AddChildren, addChildrenCommand, type ChangeRun, copyRun } from '@scheduler/contracts/adapter';
import type { RedisDatabase } from '../database/redis-database.js';
import { advanceRuns } from './advance-runs.js';
import { getRun } from './read-runs.js';

/** Carries out a command. Null: no such run for this tenant. */
export async function changeRun(
  database: RedisDatabase,
  { id, tenant, command, cause = null }: ChangeRun,
): Promise<WorkflowRun | null> {
  const known = await getRun(database, { id, tenant });
  if (known === null) return null;
  const at = await database.now();
  const plan = () => ({ commands: [{ runId: id, command }] });
  const answer = await advanceRuns(database, { at, cause, roots: [known.rootId], plan });
  const runs = answer.kind === 'done' ? answer.advanced.runs : [];
  const changed = runs.find((run) => run.id === id);
  return changed === undefined ? null : copyRun(changed);
}

/** Adds children of a map. False: its execution has lost its lease. */
export async function addChildren(database: RedisDatabase, request: AddChildren): Promise<boolean> {
  const { id: executionId, fence, workflow } = request.execution;
  // A lost lease is answered before anything about the run, which may have gone on without this holder.
  const key = database.key(`x:${executionId}`);
  const [status, held, owner = null] = await database.redis.hmget(key, 'status', 'fence', 'owner');
  if (status !== 'running' || Number(held) !== fence) return false;
  const at = await database.now();
  const plan = () => ({ commands: [addChildrenCommand(request)], held: { executionId, fence } });
  const roots = workflow === null ? [] : [workflow.root];
  const answer = await advanceRuns(database, { at, cause: owner, roots, plan });
  return answer.kind === 'done';
}
