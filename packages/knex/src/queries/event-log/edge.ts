import type { Database } from '../../database/database.js';
import { raw, type Sql, sql } from '../../sql/sql.js';
import { giveEachItsPosition } from './sequencer.js';

/** A condition on a row of the log: everything before it is there, so that it can be read. Rows that are written later stand behind it. */
export async function readableRows(database: Database): Promise<Sql> {
  switch (database.dialect.name) {
    case 'postgres':
      return completeRows(database);
    case 'mysql':
      await giveEachItsPosition(database);
      return raw('position > 0');
    case 'sqlite':
      // One transaction writes at a time, so that positions are given in the order of the commits.
      return raw('1 = 1');
  }
}

const EPOCH_DIGITS = 4;
const NUMBER_DIGITS = 12;

/** Rows below the oldest transaction that is open. Where the log is ahead of the server, it comes from another one, and is complete. */
async function completeRows(database: Database): Promise<Sql> {
  const { eventLog, eventLogState } = database.tables;
  const [row] = await database.rows(
    sql`SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS oldest, pg_snapshot_xmax(pg_current_snapshot())::text AS next, (SELECT s.value FROM ${eventLogState} s WHERE s.name = 'epoch') AS epoch, (SELECT l.position FROM ${eventLog} l ORDER BY l.position DESC LIMIT 1) AS newest`.recurring(),
  );
  const epoch = Number(row?.['epoch'] ?? 1)
    .toString(16)
    .padStart(EPOCH_DIGITS, '0');
  const numbered = (xid: unknown) =>
    `${epoch}${BigInt(String(xid)).toString(16).padStart(NUMBER_DIGITS, '0')}`;
  const newest = row?.['newest'] ?? null;
  const isAhead = newest !== null && String(newest) > `${numbered(row?.['next'])}g`;
  return isAhead ? sql`position <= ${String(newest)}` : sql`position < ${numbered(row?.['oldest'])}`;
}
