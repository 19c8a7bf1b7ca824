import { type CallerTransaction, StoreUnavailable } from '@scheduler/contracts';
import type { Database, Executor } from '../database/database.js';
import type { Duplicate } from '../dialects/dialect.js';
import { type Sql, sql } from '../sql/sql.js';

interface InsertOnce {
  /** Several statements run in a transaction. */
  readonly statements: readonly Sql[];
  readonly table: Sql;
  readonly rows: readonly { readonly id: string; readonly createdAt: Date }[];
  readonly transaction: CallerTransaction | undefined;
  /** The error for rows that exist already; `on` is where they can be read. */
  readonly refusal: (duplicate: Duplicate, on: Executor | undefined) => Promise<Error>;
}

/** Inserts all rows or none. If the connection is lost before the answer, it reads whether they were written before it fails. */
export async function insertOnce(database: Database, insert: InsertOnce): Promise<void> {
  const { transaction, refusal } = insert;
  try {
    await write(database, insert);
  } catch (error) {
    const duplicate = database.duplicate(error);
    if (duplicate !== null) throw await refusal(duplicate, afterRefusal(database, transaction));
    const isAmbiguous = error instanceof StoreUnavailable && transaction === undefined;
    if (!isAmbiguous || !(await areWritten(database, insert).catch(() => false))) throw error;
  }
}

async function write(database: Database, { statements, transaction }: InsertOnce): Promise<void> {
  const [only] = statements;
  if (only !== undefined && statements.length === 1) {
    await database.rows(only, database.on(transaction));
    return;
  }
  await database.transaction(async (on) => {
    for (const statement of statements) await database.rows(statement, on);
  }, transaction);
}

/** PostgreSQL aborts the transaction, so that rows are read outside. Elsewhere it may hold the only connection and is used further. */
function afterRefusal(database: Database, transaction: CallerTransaction | undefined): Executor | undefined {
  return database.dialect.name === 'postgres' ? undefined : database.on(transaction);
}

/** All rows were written or none, so that the first one is enough. */
async function areWritten(database: Database, { table, rows }: InsertOnce): Promise<boolean> {
  const [first] = rows;
  if (first === undefined) return true;
  const found = await database.rows(
    sql`SELECT id FROM ${table} WHERE id = ${first.id} AND created_at = ${first.createdAt.getTime()}`,
  );
  return found.length > 0;
}
