import type { Execution } from '@scheduler/contracts';
import type { Database, Executor } from '../database/database.js';
import { endedUnstarted } from '@scheduler/contracts/adapter';
import {
  ENDED_COLUMNS,
  endedRow,
  UNSTARTED_COLUMNS,
  unstartedRow,
  WAITING_COLUMNS,
  waitingRow,
} from '../rows/execution-row.js';
import { Batch } from '../dialects/batch.js';
import { appendChanged, appendingWritten, type EventsOf } from '../event-log/changed.js';
import { list, raw, type Sql, sql } from '../sql/sql.js';
import { updateFrom } from './shared/update-from.js';

/**
 * Writes executions that were changed since their claim, each only if it is still held under its fence. Returns the ids of those that were
 * written. An execution that should run again is not written if it was asked to cancel.
 */
export async function writeChanges(
  database: Database,
  executions: readonly Execution[],
  terms: WriteTerms,
): Promise<ReadonlySet<string>> {
  const written = new Set<string>();
  const ended = executions.filter((one) => one.status !== 'pending' && !endedUnstarted(one));
  const unstarted = executions.filter(endedUnstarted);
  const waiting = executions.filter(({ status }) => status === 'pending');
  const kinds: readonly Kind[] = [
    { executions: ended, update: (held) => updateEnded(database, ended, held), isFree: raw('1 = 1') },
    {
      executions: unstarted,
      update: (held) => updateUnstarted(database, unstarted, held),
      isFree: raw('1 = 1'),
    },
    {
      executions: waiting,
      update: (held) => updateWaiting(database, waiting, held),
      isFree: raw('t.cancel_request IS NULL'),
    },
  ];
  for (const kind of kinds) {
    if (kind.executions.length === 0) continue;
    for (const id of await write(database, kind, terms)) written.add(id);
  }
  return written;
}

export interface WriteTerms {
  readonly on: Executor | undefined;
  /** A further condition on the row t. */
  readonly where?: Sql;
  /** The events of those that are written. */
  readonly eventsOf: EventsOf;
}

interface Kind {
  readonly executions: readonly Execution[];
  readonly update: (where: Sql) => Sql;
  /** A condition: the row t may be changed in this way. */
  readonly isFree: Sql;
}

async function write(
  database: Database,
  { executions, update, isFree }: Kind,
  { on, where, eventsOf }: WriteTerms,
): Promise<readonly string[]> {
  const { dialect } = database;
  const ids = executions.map(({ id }) => id);
  // The rows are found by their ids. By the index of what runs, all that runs would be read for each of them.
  const running = raw(`${dialect.unindexed('t.status')} = 'running'`);
  const isRunning = sql`${running} AND ${isFree}${where === undefined ? raw('') : sql` AND ${where}`}`;
  if (dialect.writableCte) {
    const append = appendingWritten(database, { executions, eventsOf });
    const change = { update: update(isRunning), append, count: ids.length };
    return (await refusing(database, change, on)) ?? ids;
  }
  if (dialect.returning) {
    const returning = sql`${update(isRunning)} RETURNING ${raw(`${dialect.returningPrefix}id`)}`;
    const rows = await database.rows(returning.recurring(), on);
    const written = rows.map((row) => String(row['id']));
    await appendChanged(database, on, { executions, written, eventsOf });
    return written;
  }
  const held = await lock(database, executions, { on, isRunning });
  if (held.length > 0) await database.write(update(isRunning), on);
  await appendChanged(database, on, { executions, written: held, eventsOf });
  return held;
}

interface Refusing {
  readonly update: Sql;
  /** A further member of the WITH clause. Empty: none. */
  readonly append: Sql;
  readonly count: number;
}

/** The ids of what the update has written. Null: of all, so that the usual answer is one row without a value instead of a row for each. */
async function refusing(
  database: Database,
  { update, append, count }: Refusing,
  on: Executor | undefined,
): Promise<readonly string[] | null> {
  const some = sql`CASE WHEN COUNT(*) < ${count}::bigint THEN array_agg(id) ELSE NULL END`;
  const [row] = await database.rows(
    sql`WITH written AS (${update} RETURNING t.id)${append} SELECT COUNT(*) AS number, ${some} AS ids FROM written`.recurring(),
    on,
  );
  if (Number(row?.['number'] ?? 0) === 0) return [];
  return (row?.['ids'] ?? null) as readonly string[] | null;
}

/** For databases without RETURNING: locks the executions that are still held, so that the next write changes exactly those. */
async function lock(
  database: Database,
  executions: readonly Execution[],
  { on, isRunning }: { readonly on: Executor | undefined; readonly isRunning: Sql },
): Promise<readonly string[]> {
  const fences = new Map(executions.map(({ id, fence }) => [id, fence]));
  const rows = await database.rows(
    sql`SELECT t.id, t.fence FROM ${database.tables.executions} t ${raw(database.dialect.byPrimaryKey)} WHERE t.id IN ${list([...fences.keys()])} AND ${isRunning} ORDER BY t.id ${raw(database.dialect.lock)}`,
    on,
  );
  return rows
    .map((row) => String(row['id']))
    .filter((id, index) => fences.get(id) === Number(rows[index]?.['fence']));
}

function updateEnded(database: Database, executions: readonly Execution[], where: Sql): Sql {
  const batch = new Batch(ENDED_COLUMNS, executions.map(endedRow), ['id']);
  const { dialect, tables } = database;
  const [startedAt, finishedAt] = [batch.value('started_at', dialect), batch.value('finished_at', dialect)];
  return updateFrom(database, {
    table: tables.executions,
    batch,
    unwritten: ['fence'],
    set: sql`lease_until = NULL, cancel_request = NULL, duration_ms = ${finishedAt} - ${startedAt}`,
    where: sql`t.fence = ${batch.value('fence', dialect)} AND ${where}`,
  });
}

function updateUnstarted(database: Database, executions: readonly Execution[], where: Sql): Sql {
  const batch = new Batch(UNSTARTED_COLUMNS, executions.map(unstartedRow), ['id']);
  return updateFrom(database, {
    table: database.tables.executions,
    batch,
    unwritten: ['fence'],
    set: raw('lease_until = NULL, cancel_request = NULL'),
    where: sql`t.fence = ${batch.value('fence', database.dialect)} AND ${where}`,
  });
}

function updateWaiting(database: Database, executions: readonly Execution[], where: Sql): Sql {
  const batch = new Batch(WAITING_COLUMNS, executions.map(waitingRow), ['id']);
  const { dialect, tables } = database;
  return updateFrom(database, {
    table: tables.executions,
    batch,
    unwritten: ['fence'],
    set: raw('lease_until = NULL, cancel_request = NULL'),
    where: sql`t.fence = ${batch.value('fence', dialect)} AND ${where}`,
  });
}
