import { type AddExecutions, type Execution, JobAlreadyExists } from '@scheduler/contracts';
import type { Database, Executor } from '../database/database.js';
import { insertInto } from '../sql/batch.js';
import { raw, type Sql, sql } from '../sql/sql.js';
import { executionBatch } from './insert-new-executions.js';
import { insertOnce } from './insert-once.js';

/** Rows of one statement. More of them would hold up others, and no database takes any number of values. */
const ROWS_AT_ONCE = 2_000;

/** All or none. `notify` wakes up other nodes in the same statement, so that it costs nothing and is told only if it is true. */
export async function addExecutions(
  database: Database,
  { executions, transaction }: AddExecutions,
  notify: Sql | null,
): Promise<void> {
  if (executions.length === 0) return;
  const statements: Sql[] = [];
  for (let start = 0; start < executions.length; start += ROWS_AT_ONCE) {
    const rows = executions.slice(start, start + ROWS_AT_ONCE);
    const insert = insertInto(database.tables.executions, executionBatch(rows), database.dialect);
    statements.push(
      (notify === null ? insert : sql`WITH inserted AS (${insert}) SELECT ${notify}`).recurring(),
    );
  }
  await insertOnce(database, {
    statements,
    table: database.tables.executions,
    rows: executions,
    transaction,
    refusal: (_, on) => refusal(database, executions, on),
  });
}

async function refusal(
  database: Database,
  executions: readonly Execution[],
  on: Executor | undefined,
): Promise<Error> {
  const ids = executions.map(({ id }) => id);
  if (ids.length === 1) return new JobAlreadyExists('id', ids[0] ?? '');
  const taken = await database.rows(
    sql`SELECT id FROM ${database.tables.executions} WHERE ${database.dialect.among(raw('id'), ids)} LIMIT 1`,
    on,
  );
  return new JobAlreadyExists('id', String(taken[0]?.['id'] ?? ids[0] ?? ''));
}
