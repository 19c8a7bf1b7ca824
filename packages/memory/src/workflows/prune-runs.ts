import { executionIdsOf, type PruneRuns } from '@scheduler/contracts/adapter';
import type { WorkflowRun } from '@scheduler/contracts';
import type { MemoryDatabase } from '../database/memory-database.js';

/** Deletes trees of runs that have ended, with their executions. */
export function pruneRuns(database: MemoryDatabase, { endedBefore, statuses, limit }: PruneRuns): number {
  const { workflows } = database;
  const isOver = (run: WorkflowRun) =>
    run.endedAt !== null && run.endedAt < endedBefore && statuses.includes(run.status);
  const roots = [...workflows.runs.values()].filter((run) => run.parent === null && isOver(run));
  let deleted = 0;
  for (const root of roots.sort((a, b) => endOf(a) - endOf(b))) {
    if (deleted >= limit) break;
    const tree = [...workflows.runs.values()].filter(({ rootId }) => rootId === root.id);
    for (const run of tree) deleteRun(database, run);
    deleted += tree.length;
  }
  return deleted;
}

/** Their executions are deleted with all others of the tenant. */
export function deleteRunsOfTenant(database: MemoryDatabase, tenant: string, limit: number): number {
  const runs = [...database.workflows.runs.values()].filter((run) => run.tenant === tenant).slice(0, limit);
  for (const run of runs) forgetRun(database, run);
  return runs.length;
}

const endOf = ({ endedAt }: WorkflowRun) => endedAt?.getTime() ?? 0;

function deleteRun(database: MemoryDatabase, run: WorkflowRun): void {
  const { executions } = database;
  const nowMs = database.now().getTime();
  for (const id of executionIdsOf(run)) {
    const record = executions.records.get(id);
    if (record !== undefined) executions.remove(record, nowMs);
  }
  forgetRun(database, run);
}

function forgetRun({ workflows }: MemoryDatabase, run: WorkflowRun): void {
  workflows.runs.delete(run.id);
  const isPinned = [...workflows.runs.values()].some(({ graphHash }) => graphHash === run.graphHash);
  if (!isPinned) workflows.graphs.delete(run.graphHash);
}
