import {
  type DeleteRunsOfTenant,
  type EventContext,
  executionIdsOf,
  executionsDeleted,
  type PruneRuns,
  runsDeleted,
} from '@scheduler/contracts/adapter';
import type { Execution, WorkflowRun } from '@scheduler/contracts';
import type { MemoryDatabase } from '../database/memory-database.js';

/** Deletes trees of runs that have ended, with their executions. A tree in which a run goes on that was tried again stays. */
export function pruneRuns(
  database: MemoryDatabase,
  { endedBefore, statuses, limit, cause = null }: PruneRuns,
): number {
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
  deleteRuns(database, deleted, { at: database.now(), cause });
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
export function deleteRunsOfTenant(
  database: MemoryDatabase,
  { tenant, limit, cause = null }: DeleteRunsOfTenant,
): number {
  const runs = [...database.workflows.runs.values()].filter((run) => run.tenant === tenant).slice(0, limit);
  forgetRuns(database, runs, { at: database.now(), cause });
  return runs.length;
}

const endOf = ({ endedAt }: WorkflowRun) => endedAt?.getTime() ?? 0;

function deleteRuns(database: MemoryDatabase, runs: readonly WorkflowRun[], context: EventContext): void {
  const { executions } = database;
  const gone: Execution[] = [];
  for (const id of runs.flatMap(executionIdsOf)) {
    const record = executions.records.get(id);
    if (record === undefined) continue;
    executions.remove(record, context.at.getTime());
    gone.push(record.execution);
  }
  database.log?.append(...executionsDeleted(gone, context));
  forgetRuns(database, runs, context);
}

function forgetRuns(
  { workflows, log }: MemoryDatabase,
  runs: readonly WorkflowRun[],
  context: EventContext,
): void {
  log?.append(...runsDeleted(runs, context));
  for (const { id } of runs) workflows.runs.delete(id);
  const pinned = new Set([...workflows.runs.values()].map(({ graphHash }) => graphHash));
  for (const { graphHash } of runs) if (!pinned.has(graphHash)) workflows.graphs.delete(graphHash);
}
