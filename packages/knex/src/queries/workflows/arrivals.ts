import type { Execution } from '@scheduler/contracts';
import type { Database, Executor } from '../../database/database.js';
import type { Row } from '../../database/results.js';
import { Batch, insertInto } from '../../dialects/batch.js';
import { readableExecution } from '../../rows/corrupt-execution.js';
import { placeOfRow } from '../../rows/workflow-place-of-row.js';
import { list, raw, sql } from '../../sql/sql.js';
import { inLockedTrees, rootsOf } from './locked-trees.js';
import type { Workflows } from './workflows.js';

/** Notes that executions have ended whose runs are to be advanced later, in the transaction in which they end. */
export async function noteArrivals(
  database: Database,
  ids: readonly string[],
  on: Executor | undefined,
): Promise<void> {
  if (ids.length === 0) return;
  const { dialect, tables } = database;
  const rows = ids.map((id) => ({ execution_id: id }));
  const insert = insertInto(
    tables.workflowArrivals,
    new Batch({ execution_id: 'text' } as const, rows, ['execution_id']),
    dialect,
  );
  await database.write(sql`${insert}${dialect.ifMissing(tables.workflowArrivals, 'execution_id')}`, on);
}

export interface FoldArrivals {
  readonly limit: number;
  /** Only these. Default: any. */
  readonly ids?: readonly string[];
}

/** Advances the runs of executions that were noted. A note is deleted under the lock of its run, so that each counts once. */
export async function foldArrivals(
  database: Database,
  workflows: Workflows,
  { limit, ids }: FoldArrivals,
): Promise<number> {
  if (limit <= 0 || ids?.length === 0) return 0;
  const { executions, workflowArrivals } = database.tables;
  const chosen = ids === undefined ? raw('') : sql` WHERE a.execution_id IN ${list(ids)}`;
  const rows = await database.rows(
    sql`SELECT e.*, a.execution_id AS arrived FROM ${workflowArrivals} a LEFT JOIN ${executions} e ON e.id = a.execution_id${chosen} ORDER BY a.execution_id LIMIT ${raw(String(limit))}`,
  );
  if (rows.length === 0) return 0;
  const ended = rows.flatMap((row) => endedOf(row) ?? []);
  return inLockedTrees(database, workflows, { roots: rootsOf(ended) }, async (trees) => {
    const noted = rows.map((row) => String(row['arrived']));
    const taken = await takeNotes(database, noted, trees.on);
    const at = new Date(await database.recentNow(trees.on));
    await trees.arrive(
      ended.filter(({ id }) => taken.has(id)),
      at,
    );
    return taken.size;
  });
}

/** Null: the execution was deleted, or nobody knows any more where it belongs. */
function endedOf(row: Row): Execution | null {
  if (row['id'] === null) return null;
  const workflow = placeOfRow(row);
  return workflow === null ? null : { ...readableExecution(row), workflow };
}

async function takeNotes(
  database: Database,
  ids: readonly string[],
  on: Executor,
): Promise<ReadonlySet<string>> {
  const { dialect, tables } = database;
  const rows = await database.rows(
    sql`SELECT execution_id FROM ${tables.workflowArrivals} ${raw(dialect.byPrimaryKey)} WHERE execution_id IN ${list(ids)} ORDER BY execution_id ${raw(dialect.lock)}`,
    on,
  );
  const taken = rows.map((row) => String(row['execution_id']));
  if (taken.length > 0)
    await database.write(
      sql`DELETE FROM ${tables.workflowArrivals} WHERE execution_id IN ${list(taken)}`,
      on,
    );
  return new Set(taken);
}
