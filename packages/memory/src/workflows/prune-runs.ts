import { executionIdsOf, type PruneRuns } from '@scheduler/contracts/adapter';
import type { WorkflowRun } from '@scheduler/contracts';
import type { MemoryDatabase } from '../database/memory-database.js';

/** Deletes trees of runs that have ended, with their executions. A tree in which a run goes on that was tried again stays. */
export function pruneRuns(database: MemoryDatabase, { endedBefore, statuses, limit }: PruneRuns): number {
  const { workflows } = database;
  const isOver = (run: WorkflowRun) =>
    run.endedAt !== null && run.endedAt < endedBefore && statuses.includes(run.status);
  const trees = treesOf(workflows.runs.values());
  const roots = [...workflows.runs.values()].filter((run) => run.parent === null && isOver(run));
  const deleted: WorkflowRun[] = [];
  for (const root of roots.sort((a, b) => endOf(a) - endOf(b))) {
    if (deleted.length >= limit) break;
    const tree = trees.get(root.id) ?? [];
    if (tree.every(({ endedAt }) => endedAt !== null)) deleted.push(...tree);
  }
  deleteRuns(database, deleted);
  return deleted.length;
}

function treesOf(runs: Iterable<WorkflowRun>): ReadonlyMap<string, readonly WorkflowRun[]> {
  const trees = new Map<string, WorkflowRun[]>();
  for (const run of runs) {
    const tree = trees.get(run.rootId);
    if (tree === undefined) trees.set(run.rootId, [run]);
    else tree.push(run);
  }
  return trees;
}

/** Their executions are deleted with all others of the tenant. */
export function deleteRunsOfTenant(database: MemoryDatabase, tenant: string, limit: number): number {
  const runs = [...database.workflows.runs.values()].filter((run) => run.tenant === tenant).slice(0, limit);
  forgetRuns(database, runs);
  return runs.length;
}

const endOf = ({ endedAt }: WorkflowRun) => endedAt?.getTime() ?? 0;

function deleteRuns(database: MemoryDatabase, runs: readonly WorkflowRun[]): void {
  const { executions } = database;
  const nowMs = database.now().getTime();
  for (const id of runs.flatMap(executionIdsOf)) {
    const record = executions.records.get(id);
    if (record !== undefined) executions.remove(record, nowMs);
  }
  forgetRuns(database, runs);
}

function forgetRuns({ workflows }: MemoryDatabase, runs: readonly WorkflowRun[]): void {
  for (const { id } of runs) workflows.runs.delete(id);
  const pinned = new Set([...workflows.runs.values()].map(({ graphHash }) => graphHash));
  for (const { graphHash } of runs) if (!pinned.has(graphHash)) workflows.graphs.delete(graphHash);
}
