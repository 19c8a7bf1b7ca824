import type { LoadedRun } from '@scheduler/contracts/adapter';
import type { WorkflowRun } from '@scheduler/contracts';
import type { Database, Executor } from '../../database/database.js';
import type { Row } from '../../database/results.js';
import { runFromRow } from '../../rows/workflow-run-row.js';
import { raw, sql } from '../../sql/sql.js';
import type { KnownGraphs } from './known-graphs.js';

export interface LoadTerms {
  readonly on: Executor;
  readonly graphs: KnownGraphs;
  /** Whether runs that others have locked are waited for, or left out. Default: waited for. */
  readonly skipsLocked?: boolean;
}

/** Locks runs in the order of their ids, and reads them with their graphs. Runs that do not exist or cannot be read are left out. */
export async function lockRuns(
  database: Database,
  ids: readonly string[],
  { on, graphs, skipsLocked = false }: LoadTerms,
): Promise<readonly LoadedRun[]> {
  if (ids.length === 0) return [];
  const { dialect, tables } = database;
  const sorted = [...new Set(ids)].sort();
  const lock = raw(skipsLocked ? dialect.skipLocked : dialect.lock);
  const rows = await database.rows(
    sql`SELECT * FROM ${tables.workflowRuns} ${raw(dialect.byPrimaryKey)} WHERE ${dialect.isAnyOf(raw('id'), sorted)} ORDER BY id ${lock}`.recurring(),
    on,
  );
  const runs = rows.flatMap((row) => read(row) ?? []);
  const known = await graphs.load(
    database,
    runs.map(({ graphHash }) => graphHash),
    on,
  );
  return runs.flatMap((run) => {
    const graph = known.get(run.graphHash);
    return graph === undefined ? [] : [{ run, graph }];
  });
}

/** Null: its row is corrupt. It must not hold up the runs that are changed together with it. */
function read(row: Row): WorkflowRun | null {
  try {
    return runFromRow(row);
  } catch {
    return null;
  }
}
