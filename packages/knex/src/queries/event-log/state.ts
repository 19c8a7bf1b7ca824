import type { Database, Executor } from '../../database/database.js';
import { Batch, insertInto } from '../../dialects/batch.js';
import { list, raw, sql } from '../../sql/sql.js';

/**
 * What is remembered of the log besides its rows. `deleted`: the last position that was deleted. `pruned`: the last one that retention has
 * deleted. `epoch`: how often the log of PostgreSQL has gone on in another server. `sequence`: the last position that was given on MySQL.
 */
export type StateName = 'deleted' | 'pruned' | 'epoch' | 'sequence';

export async function readState(
  database: Database,
  names: readonly StateName[],
  on?: Executor,
): Promise<Partial<Record<StateName, string>>> {
  const rows = await database.rows(
    sql`SELECT name, value FROM ${database.tables.eventLogState} WHERE name IN ${list(names)}`,
    on,
  );
  return Object.fromEntries(rows.map((row) => [String(row['name']), String(row['value'])]));
}

const STATE_COLUMNS = { name: 'text', value: 'text' } as const;

/** Locks an entry until the end of the transaction. Null: nothing was remembered under it. */
export async function lockState(database: Database, name: StateName, on: Executor): Promise<string | null> {
  const { dialect, tables } = database;
  const insert = insertInto(
    tables.eventLogState,
    new Batch(STATE_COLUMNS, [{ name, value: null }], ['name', 'value']),
    dialect,
  );
  await database.write(sql`${insert}${dialect.ifMissing(tables.eventLogState, 'name')}`, on);
  const [row] = await database.rows(
    sql`SELECT value FROM ${tables.eventLogState} WHERE name = ${name} ${raw(dialect.lock)}`,
    on,
  );
  const value = row?.['value'] ?? null;
  return value === null ? null : String(value);
}

/** Writes an entry that this transaction has locked. */
export async function writeState(
  database: Database,
  { name, value }: { readonly name: StateName; readonly value: string },
  on: Executor,
): Promise<void> {
  await database.write(
    sql`UPDATE ${database.tables.eventLogState} SET value = ${value} WHERE name = ${name}`,
    on,
  );
}
