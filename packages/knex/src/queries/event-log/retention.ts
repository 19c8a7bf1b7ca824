import { endOfPrunableSegments, type PruneEvents } from '@scheduler/contracts/adapter';
import type { Database, Executor } from '../../database/database.js';
import type { Row } from '../../database/results.js';
import { raw, type Sql, sql } from '../../sql/sql.js';
import { readableRows } from './edge.js';
import { dayOf } from '../../event-log/packs.js';
import { positionOf } from './positions.js';
import { lockState, type StateName, writeState } from './state.js';

/** Deletes the oldest events of the days that are over. Those behind an open transaction wait until it has ended. */
export async function pruneEvents(database: Database, { before, limit }: PruneEvents): Promise<number> {
  const readable = await readableRows(database);
  const where = sql`day < ${dayOf(endOfPrunableSegments(before))} AND ${readable} ORDER BY day, position`;
  return deleteFirst(database, { where, limit, remembers: ['deleted', 'pruned'] });
}

export async function deleteEventsOfTenant(
  database: Database,
  { tenant, limit }: { readonly tenant: string; readonly limit: number },
): Promise<number> {
  if (database.dialect.name === 'mysql') await readableRows(database);
  const where = sql`tenant = ${tenant} AND tenant <> '' ORDER BY position`;
  return deleteFirst(database, { where, limit, remembers: ['deleted'] });
}

interface DeleteFirst {
  /** Which rows, and in which order. */
  readonly where: Sql;
  readonly limit: number;
  /** Under which names the last position is remembered. */
  readonly remembers: readonly StateName[];
}

function deleteFirst(database: Database, { where, limit, remembers }: DeleteFirst): Promise<number> {
  if (limit <= 0) return Promise.resolve(0);
  return database.transaction(async (on) => {
    // One at a time, because two would count the same rows.
    const known = new Map<StateName, string | null>();
    for (const name of remembers) known.set(name, await lockState(database, name, on));
    const rows = await database.rows(
      sql`SELECT position, total, skipped FROM ${database.tables.eventLog} WHERE ${where} LIMIT ${raw(String(limit))}`,
      on,
    );
    const cut = cutOf(rows, limit);
    await remove(database, cut, on);
    for (const [name, value] of known)
      if (cut.last !== null && (value === null || cut.last > value))
        await writeState(database, { name, value: cut.last }, on);
    return cut.count;
  });
}

interface Cut {
  /** The keys of the rows of which all events go. */
  readonly whole: readonly (string | number)[];
  /** The row of which only the first events go. Null: none. */
  readonly part: { readonly key: string | number; readonly skipped: number } | null;
  readonly count: number;
  /** The last position that goes. Null: none goes. */
  readonly last: string | null;
}

/** What to delete, so that it is not more than the limit. */
function cutOf(rows: readonly Row[], limit: number): Cut {
  const whole: (string | number)[] = [];
  let [count, last]: [number, string | null] = [0, null];
  for (const row of rows) {
    const key = row['position'] as string | number;
    const [total, skipped] = [Number(row['total']), Number(row['skipped'])];
    const gone = Math.min(total, skipped + limit - count);
    if (gone <= skipped) break;
    const position = positionOf(key, gone - 1);
    if (last === null || position > last) last = position;
    count += gone - skipped;
    if (gone < total) return { whole, part: { key, skipped: gone }, count, last };
    whole.push(key);
  }
  return { whole, part: null, count, last };
}

async function remove(database: Database, { whole, part }: Cut, on: Executor): Promise<void> {
  const { eventLog } = database.tables;
  const keys = whole.map(String);
  if (keys.length > 0) {
    const isOne =
      database.dialect.name === 'postgres'
        ? database.dialect.isAnyOf(raw('position'), keys)
        : sql`position IN (${raw(whole.map(Number).join(', '))})`;
    await database.write(sql`DELETE FROM ${eventLog} WHERE ${isOne}`, on);
  }
  if (part !== null)
    await database.write(
      sql`UPDATE ${eventLog} SET skipped = ${part.skipped} WHERE position = ${part.key}`,
      on,
    );
}
