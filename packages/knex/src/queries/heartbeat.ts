import type { HeartbeatLeases, HeldLease, LeaseState } from '@scheduler/contracts/adapter';
import type { Database, Executor } from '../database/database.js';
import { appendConfirmed, CONFIRMED_COLUMNS, confirmsStarts } from '../event-log/confirmed.js';
import type { Row } from '../database/results.js';
import { Batch } from '../dialects/batch.js';
import { raw, type Sql, sql } from '../sql/sql.js';
import { updateFrom } from './shared/update-from.js';

/** Extends all leases of a node in one statement. A lease that is not returned is lost. */
export async function heartbeat(
  database: Database,
  { leases, leaseMs }: HeartbeatLeases,
): Promise<readonly LeaseState[]> {
  if (leases.length === 0) return [];
  const rows = await extend(database, leases, leaseMs);
  const held = new Map(rows.map((row) => [`${String(row['id'])}#${Number(row['fence'])}`, row]));
  return leases.map(({ executionId, fence }) => {
    const row = held.get(`${executionId}#${fence}`);
    const cancelRequest = row?.['cancel_request'] ?? null;
    return {
      executionId,
      held: row !== undefined,
      cancelRequest: cancelRequest === null ? null : String(cancelRequest),
    };
  });
}

/** `began`: the start that a heartbeat confirms. Null: none. */
const LEASE_COLUMNS = { id: 'text', fence: 'int', began: 'int' } as const;

/** The leases as rows of a batch. */
function leaseBatch(leases: readonly HeldLease[]) {
  const rows = leases.map(({ executionId, fence, startedAt }) => ({
    id: executionId,
    fence,
    began: startedAt?.getTime() ?? null,
  }));
  return new Batch(LEASE_COLUMNS, rows, ['id', 'fence']);
}

/** A condition: the lease s of the execution t is held. The rows are found by their ids, not by the index of what runs. */
function isHeld({ dialect }: Database): Sql {
  return raw(`t.fence = s.fence AND ${dialect.unindexed('t.status')} = 'running'`);
}

async function extend(
  database: Database,
  leases: readonly HeldLease[],
  leaseMs: number,
): Promise<readonly Row[]> {
  const { dialect, tables, now } = database;
  const batch = leaseBatch(leases);
  const began = batch.value('began', dialect);
  const update = updateFrom(database, {
    table: tables.executions,
    batch,
    unwritten: ['fence', 'began'],
    set: sql`lease_until = ${now} + ${Math.round(leaseMs)}, unstarted = CASE WHEN ${began} IS NULL THEN t.unstarted ELSE 0 END, started_at = COALESCE(${began}, t.started_at)`,
    where: isHeld(database),
  });
  const confirms = confirmsStarts(database, leases);
  const columns = ['id', 'fence', 'cancel_request', ...(confirms ? CONFIRMED_COLUMNS : [])];
  const of = (table: string) => raw(columns.map((name) => `${table}${name}`).join(', '));
  if (dialect.returning && !confirms)
    return database.rows(sql`${update} RETURNING ${of(dialect.returningPrefix)}`.recurring());
  return database.transaction(async (on: Executor) => {
    const rows = dialect.returning
      ? await database.rows(sql`${update} RETURNING ${of(dialect.returningPrefix)}`.recurring(), on)
      : await extendAndRead(database, { update, columns: of('t.'), batch }, on);
    if (confirms) await appendConfirmed(database, on, { leases, rows });
    return rows;
  });
}

interface ExtendAndRead {
  readonly update: Sql;
  readonly columns: Sql;
  readonly batch: ReturnType<typeof leaseBatch>;
}

async function extendAndRead(
  database: Database,
  { update, columns, batch }: ExtendAndRead,
  on: Executor,
): Promise<readonly Row[]> {
  const { dialect, tables } = database;
  await database.write(update, on);
  return database.rows(
    sql`SELECT ${columns} FROM ${tables.executions} t JOIN ${batch.source(dialect)} ON t.id = s.id WHERE ${isHeld(database)}`,
    on,
  );
}
