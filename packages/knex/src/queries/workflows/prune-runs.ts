import {
  type Caused,
  type DeleteRunsOfTenant,
  executionIdsOf,
  type PruneRuns,
  runsDeleted,
} from '@scheduler/contracts/adapter';
import type { Database, Executor } from '../../database/database.js';
import { appendEvents, timeOfEvents } from '../../event-log/append.js';
import { appendDeleted } from '../../event-log/deleted.js';
import { toTenant } from '../../rows/values.js';
import { readableRun } from '../../rows/workflow-run-row.js';
import { list, raw, sql } from '../../sql/sql.js';
import { inSlices } from './in-slices.js';
import { KEPT_UNUSED_MS } from './known-graphs.js';
import { isPinned } from './read-runs.js';

/** Runs whose states are read at once. */
const RUNS_AT_ONCE = 100;

/**
 * Deletes trees of runs that have ended, those that ended first before others, with their executions and logs. A tree in which a run goes on
 * that was tried again stays.
 */
export async function pruneRuns(database: Database, request: PruneRuns): Promise<number> {
  const { limit, statuses, cause = null } = request;
  if (limit <= 0 || statuses.length === 0) return 0;
  const deleted = await database.transaction(async (on) => {
    const roots = await rootsToPrune(database, request, on);
    const runs = await treesOf(database, roots, { limit, on });
    for (const ids of inSlices(runs, RUNS_AT_ONCE)) {
      await deleteExecutionsOf(database, { ids, cause }, on);
      await deleteRuns(database, { ids, cause }, on);
    }
    return runs.length;
  });
  if (deleted < limit) await deleteUnusedGraphs(database);
  return deleted;
}

/** Roots that somebody changes at this moment are left for the next time. */
async function rootsToPrune(
  database: Database,
  { endedBefore, statuses, limit }: PruneRuns,
  on: Executor,
): Promise<readonly string[]> {
  const { dialect, tables } = database;
  const rows = await database.rows(
    sql`SELECT r.id FROM ${tables.workflowRuns} r WHERE r.ended_at IS NOT NULL AND r.parent_id IS NULL AND r.ended_at < ${endedBefore.getTime()} AND r.status IN ${list(statuses)} AND NOT EXISTS (SELECT 1 FROM ${tables.workflowRuns} c WHERE c.root_id = r.id AND c.parent_id IS NOT NULL AND c.ended_at IS NULL) ORDER BY r.ended_at LIMIT ${raw(String(limit))} ${raw(dialect.skipLocked)}`,
    on,
  );
  return rows.map((row) => String(row['id']));
}

/** The ids of the runs of whole trees, until the limit is reached. Under the locks of the roots no run of them can be tried again. */
async function treesOf(
  database: Database,
  roots: readonly string[],
  { limit, on }: { readonly limit: number; readonly on: Executor },
): Promise<readonly string[]> {
  if (roots.length === 0) return [];
  const rows = await database.rows(
    sql`SELECT id, root_id, ended_at FROM ${database.tables.workflowRuns} WHERE parent_id IS NOT NULL AND root_id IN ${list(roots)} ${raw(database.dialect.lock)}`,
    on,
  );
  const chosen: string[] = [];
  for (const root of roots) {
    if (chosen.length >= limit) break;
    const below = rows.filter((row) => String(row['root_id']) === root);
    if (below.every((row) => row['ended_at'] !== null))
      chosen.push(root, ...below.map((row) => String(row['id'])));
  }
  return chosen;
}

async function deleteExecutionsOf(
  database: Database,
  { ids: runIds, cause }: RunsToDelete,
  on: Executor,
): Promise<void> {
  const { executions, logs, workflowRuns, workflowArrivals } = database.tables;
  const rows = await database.rows(sql`SELECT * FROM ${workflowRuns} WHERE id IN ${list(runIds)}`, on);
  const ids = rows.map(readableRun).flatMap(executionIdsOf);
  for (const slice of inSlices(ids)) {
    await appendDeleted(database, on, { ids: slice, cause });
    await database.write(sql`DELETE FROM ${logs} WHERE execution_id IN ${list(slice)}`, on);
    await database.write(sql`DELETE FROM ${workflowArrivals} WHERE execution_id IN ${list(slice)}`, on);
    await database.write(sql`DELETE FROM ${executions} WHERE id IN ${list(slice)}`, on);
  }
}

interface RunsToDelete extends Caused {
  readonly ids: readonly string[];
}

/** The runs are locked. */
async function deleteRuns(
  database: Database,
  { ids, cause = null }: RunsToDelete,
  on: Executor,
): Promise<number> {
  const { workflowAttributes, workflowRuns } = database.tables;
  if (database.logsEvents) {
    const rows = await database.rows(
      sql`SELECT id, tenant FROM ${workflowRuns} WHERE id IN ${list(ids)}`,
      on,
    );
    const runs = rows.map((row) => ({ id: String(row['id']), tenant: toTenant(row['tenant']) }));
    const at = await timeOfEvents(database, on);
    await appendEvents(database, on, () => runsDeleted(runs, { at, cause }));
  }
  await database.write(sql`DELETE FROM ${workflowAttributes} WHERE run_id IN ${list(ids)}`, on);
  return database.write(sql`DELETE FROM ${workflowRuns} WHERE id IN ${list(ids)}`, on);
}

/** A graph that was used lately stays, because a run may be starting with it: that writes the time of its use before it commits. */
async function deleteUnusedGraphs(database: Database): Promise<void> {
  const { workflowGraphs } = database.tables;
  const isUnused = sql`used_at < ${(await database.recentNow()) - KEPT_UNUSED_MS}`;
  const rows = await database.rows(sql`SELECT hash FROM ${workflowGraphs} WHERE ${isUnused}`);
  for (const hash of rows.map((row) => String(row['hash'])))
    if (!(await isPinned(database, hash)))
      await database.write(sql`DELETE FROM ${workflowGraphs} WHERE hash = ${hash} AND ${isUnused}`);
}

/** Deletes runs of a tenant in the order of their ids. */
export async function deleteRunsOfTenant(
  database: Database,
  { tenant, limit, cause }: DeleteRunsOfTenant,
): Promise<number> {
  if (limit <= 0) return 0;
  const { dialect, tables } = database;
  return database.transaction(async (on) => {
    const rows = await database.rows(
      sql`SELECT id FROM ${tables.workflowRuns} WHERE tenant = ${tenant} ORDER BY id LIMIT ${raw(String(limit))} ${raw(dialect.lock)}`,
      on,
    );
    const ids = rows.map((row) => String(row['id']));
    return ids.length === 0 ? 0 : deleteRuns(database, { ids, cause }, on);
  });
}
