import type { Execution } from '@scheduler/contracts';
import type { Database, Executor } from '../database/database.js';
import {
  CHANGED_EXECUTION_COLUMNS,
  type ChangedExecutionRow,
  changedExecutionRow,
} from '../rows/execution-row.js';
import { Batch } from '../sql/batch.js';
import { list, raw, type Sql, sql } from '../sql/sql.js';
import { updateFrom } from './update-from.js';

export interface WriteCondition {
  /** About the row t, besides its fence. */
  readonly where: Sql;
}

/**
 * Writes what executions have become since their claim, each only if it is still held under its fence. Returns the ids of those that
 * were written. One that is to run again is not written while it is asked to stop.
 */
export async function writeChanges(
  database: Database,
  executions: readonly Execution[],
  on: Executor | undefined,
  condition?: WriteCondition,
): Promise<ReadonlySet<string>> {
  const statement = update(database, executions.map(changedExecutionRow), condition);
  if (database.dialect.returning) {
    const rows = await database.rows(
      sql`${statement} RETURNING ${raw(`${database.dialect.returned}id`)}`,
      on,
    );
    return new Set(rows.map((row) => String(row['id'])));
  }
  return withoutReturning(database, executions, { statement, on, condition });
}

function update(
  database: Database,
  rows: readonly ChangedExecutionRow[],
  condition: WriteCondition | undefined,
): Sql {
  const batch = new Batch(CHANGED_EXECUTION_COLUMNS, rows, ['id', 'fence']);
  const { dialect, tables } = database;
  return updateFrom(database, {
    table: tables.executions,
    batch,
    unwritten: ['fence'],
    set: raw('lease_until = NULL, cancel_request = NULL'),
    where: sql`t.fence = s.fence AND t.status = 'running' AND (t.cancel_request IS NULL OR ${batch.value('status', dialect)} <> 'pending')${condition === undefined ? raw('') : sql` AND ${condition.where}`}`,
  });
}

/** Locks what is still held, so that the write that follows changes exactly these. */
async function withoutReturning(
  database: Database,
  executions: readonly Execution[],
  {
    statement,
    on,
    condition,
  }: {
    readonly statement: Sql;
    readonly on: Executor | undefined;
    readonly condition: WriteCondition | undefined;
  },
): Promise<ReadonlySet<string>> {
  const states = new Map(executions.map((execution) => [execution.id, execution]));
  const rows = await database.rows(
    sql`SELECT t.id, t.fence, t.cancel_request FROM ${database.tables.executions} t ${raw(database.dialect.byPrimaryKey)} WHERE t.id IN ${list([...states.keys()])} AND t.status = 'running'${condition === undefined ? raw('') : sql` AND ${condition.where}`} ORDER BY t.id FOR UPDATE`,
    on,
  );
  const held = rows.filter((row) => {
    const execution = states.get(String(row['id']));
    const isFree = row['cancel_request'] === null || execution?.status !== 'pending';
    return execution?.fence === Number(row['fence']) && isFree;
  });
  if (held.length > 0) await database.write(statement, on);
  return new Set(held.map((row) => String(row['id'])));
}
