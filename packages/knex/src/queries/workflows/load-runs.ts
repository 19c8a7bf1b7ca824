import type { LoadedRun } from '@scheduler/contracts/adapter';
import type { Database, Executor } from '../../database/database.js';
import type { Row } from '../../database/results.js';
import { raw, type Sql, sql } from '../../sql/sql.js';
import { readKnown, VERSION_COLUMNS } from './known-runs.js';
import type { Workflows } from './workflows.js';

export interface LoadTerms {
  readonly on: Executor;
  readonly workflows: Pick<Workflows, 'graphs' | 'runs'>;
  /** Whether runs that others have locked are waited for, or left out. Default: waited for. */
  readonly skipsLocked?: boolean;
}

/** Locks runs in the order of their ids, and reads them with their graphs. Runs that do not exist or cannot be read are left out. */
export async function lockRuns(
  database: Database,
  ids: readonly string[],
  { on, workflows, skipsLocked = false }: LoadTerms,
): Promise<readonly LoadedRun[]> {
  if (ids.length === 0) return [];
  const { dialect } = database;
  const lock = raw(skipsLocked ? dialect.skipLocked : dialect.lock);
  const runs = await readKnown(workflows.runs, ids, {
    version: (all) => select(database, raw(VERSION_COLUMNS), { ids: all, lock, on }),
    // Locked as well, although they are already: a transaction of a caller may see others as they were when it began.
    whole: (some) => select(database, raw('*'), { ids: some, lock, on }),
    // One that is corrupt must not hold up the runs that are changed together with it.
    ofCorrupt: () => null,
  });
  const known = await workflows.graphs.load(
    database,
    runs.map(({ graphHash }) => graphHash),
    on,
  );
  return runs.flatMap((run) => {
    const graph = known.get(run.graphHash);
    return graph === undefined ? [] : [{ run, graph }];
  });
}

interface Select {
  readonly ids: readonly string[];
  readonly lock: Sql;
  readonly on: Executor;
}

function select(database: Database, columns: Sql, { ids, lock, on }: Select): Promise<readonly Row[]> {
  const { dialect, tables } = database;
  const sorted = [...new Set(ids)].sort();
  return database.rows(
    sql`SELECT ${columns} FROM ${tables.workflowRuns} ${raw(dialect.byPrimaryKey)} WHERE ${dialect.isAnyOf(raw('id'), sorted)} ORDER BY id ${lock}`.recurring(),
    on,
  );
}
