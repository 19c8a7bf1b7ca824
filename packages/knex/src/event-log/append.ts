import type { EventRecord } from '@scheduler/contracts/adapter';
import type { Database, Executor } from '../database/database.js';
import { Batch, insertInto } from '../dialects/batch.js';
import { raw, type Sql, sql } from '../sql/sql.js';
import { type EventPack, PACK_COLUMNS, packsOf } from './packs.js';

/** Appends the events of a change in the transaction of the change. Where the log is off, they are not even made. */
export async function appendEvents(
  database: Database,
  on: Executor | undefined,
  make: () => readonly EventRecord[],
): Promise<void> {
  if (!database.logsEvents) return;
  await appendPacks(database, on, packsOf(make()));
}

/** The time of the database for events of a change that does not need it itself. Where the log is off, nobody is asked. */
export async function timeOfEvents(database: Database, on: Executor | undefined): Promise<Date> {
  return new Date(database.logsEvents ? await database.recentNow(on) : 0);
}

export async function appendPacks(
  database: Database,
  on: Executor | undefined,
  packs: readonly EventPack[],
): Promise<void> {
  if (packs.length > 0) await database.write(insertPacks(database, packs).recurring(), on);
}

/** A statement that appends rows of the log, to be run by itself or in a WITH clause. */
export function insertPacks({ dialect, tables }: Database, packs: readonly EventPack[]): Sql {
  return insertInto(tables.eventLog, new Batch(PACK_COLUMNS, packs, ['events']), dialect);
}

/** The same for those rows whose job is among the given ones. */
export function insertPacksOfJobs(
  { dialect, tables }: Database,
  packs: readonly EventPack[],
  jobs: Sql,
): Sql {
  const batch = new Batch(PACK_COLUMNS, packs, ['job_id', 'events']);
  return sql`${insertInto(tables.eventLog, batch, dialect)} WHERE s.job_id IN (${jobs})`;
}

/**
 * The statements of a change together with that of its events, to be run in one transaction. PostgreSQL takes both in one statement, which
 * returns what `returns` says.
 */
export function withEvents(
  database: Database,
  change: Sql,
  { make, returns = null }: { readonly make: () => readonly EventRecord[]; readonly returns?: Sql | null },
): readonly Sql[] {
  const packs = database.logsEvents ? packsOf(make()) : [];
  if (!database.dialect.writableCte)
    return packs.length === 0 ? [change] : [change, insertPacks(database, packs)];
  if (packs.length === 0)
    return [returns === null ? change : sql`WITH inserted AS (${change}) SELECT ${returns}`];
  return [
    sql`WITH inserted AS (${change}), logged AS (${insertPacks(database, packs)}) SELECT ${returns ?? raw('1')}`,
  ];
}
