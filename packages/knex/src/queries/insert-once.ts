import { type CallerTransaction, StoreUnavailable } from '@scheduler/contracts';
import type { Database } from '../database/database.js';
import type { Duplicate } from '../dialects/dialect.js';
import { list, type Sql, sql } from '../sql/sql.js';

interface InsertOnce {
  readonly statement: Sql;
  readonly table: Sql;
  readonly rows: readonly { readonly id: string; readonly createdAt: Date }[];
  readonly transaction: CallerTransaction | undefined;
  /** What to say about rows that are taken. */
  readonly refusal: (duplicate: Duplicate) => Promise<Error>;
}

/** Inserts rows, all or none. If the connection breaks before the answer, it looks whether they were written before it gives up. */
export async function insertOnce(database: Database, insert: InsertOnce): Promise<void> {
  const { statement, transaction, refusal } = insert;
  try {
    await database.rows(statement, database.on(transaction));
  } catch (error) {
    const duplicate = database.duplicate(error);
    if (duplicate !== null) throw await refusal(duplicate);
    const isAmbiguous = error instanceof StoreUnavailable && transaction === undefined;
    if (!isAmbiguous || !(await areWritten(database, insert).catch(() => false))) throw error;
  }
}

/** One statement wrote all of them or none, so the first tells for all. */
async function areWritten(database: Database, { table, rows }: InsertOnce): Promise<boolean> {
  const [first] = rows;
  if (first === undefined) return true;
  const found = await database.rows(
    sql`SELECT id FROM ${table} WHERE id IN ${list([first.id])} AND created_at = ${first.createdAt.getTime()}`,
  );
  return found.length > 0;
}
