import { type AddExecutions, JobAlreadyExists } from '@scheduler/contracts';
import type { Database } from '../database/database.js';
import { insertInto } from '../sql/batch.js';
import { list, type Sql, sql } from '../sql/sql.js';
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
  if (executions.length > ROWS_AT_ONCE && transaction === undefined) {
    await database.transaction((on) => addExecutions(database, { executions, transaction: on }, notify));
    return;
  }
  for (let start = 0; start < executions.length; start += ROWS_AT_ONCE) {
    const rows = executions.slice(start, start + ROWS_AT_ONCE);
    const insert = insertInto(database.tables.executions, executionBatch(rows), database.dialect);
    await insertOnce(database, {
      statement: (notify === null ? insert : sql`WITH inserted AS (${insert}) SELECT ${notify}`).recurring(),
      table: database.tables.executions,
      rows,
      transaction,
      refusal: () =>
        refusal(
          database,
          rows.map(({ id }) => id),
        ),
    });
  }
}

async function refusal(database: Database, ids: readonly string[]): Promise<Error> {
  const taken = await database.rows(
    sql`SELECT id FROM ${database.tables.executions} WHERE id IN ${list(ids)} LIMIT 1`,
  );
  return new JobAlreadyExists('id', String(taken[0]?.['id'] ?? ids[0] ?? ''));
}
