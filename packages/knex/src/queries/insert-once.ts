import { type CallerTransaction, StoreUnavailable } from '@scheduler/contracts';
import type { Database, Executor } from '../database/database.js';
import type { Duplicate } from '../dialects/dialect.js';
import { type Sql, sql } from '../sql/sql.js';

interface InsertOnce {
  /** More than one are written in a transaction. */
  readonly statements: readonly Sql[];
  readonly table: Sql;
  readonly rows: readonly { readonly id: string; readonly createdAt: Date }[];
  readonly transaction: CallerTransaction | undefined;
  /** What to say about rows that are taken. `on`: where to look. */
  readonly refusal: (duplicate: Duplicate, on: Executor | undefined) => Promise<Error>;
}

/** Inserts rows, all or none. If the connection breaks before the answer, it looks whether they were written before it gives up. */
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

/** A refusal ends a transaction of PostgreSQL; elsewhere it may hold the only connection, so that one looks inside of it. */
function afterRefusal(database: Database, transaction: CallerTransaction | undefined): Executor | undefined {
  return database.dialect.name === 'postgres' ? undefined : database.on(transaction);
}

/** All of them were written or none, so the first tells for all. */
async function areWritten(database: Database, { table, rows }: InsertOnce): Promise<boolean> {
  const [first] = rows;
  if (first === undefined) return true;
  const found = await database.rows(
    sql`SELECT id FROM ${table} WHERE id = ${first.id} AND created_at = ${first.createdAt.getTime()}`,
  );
  return found.length > 0;
}
