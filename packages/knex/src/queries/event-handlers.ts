import { type EventHandler, EventHandlerAlreadyExists, type Page } from '@scheduler/contracts';
import type {
  EventHandlerById,
  EventHandlerByName,
  EventHandlerResult,
  ListeningHandlers,
  ListEventHandlers,
} from '@scheduler/contracts/adapter';
import type { Database } from '../database/database.js';
import { EVENT_HANDLER_COLUMNS, eventHandlerFromRow, eventHandlerToRow } from '../rows/event-handler-row.js';
import { fromTenant } from '../rows/values.js';
import { Batch, insertInto } from '../dialects/batch.js';
import { all, raw, sql } from '../sql/sql.js';
import { inScope } from './shared/in-scope.js';
import { readPage } from './shared/page.js';

const LISTENING_ORDER = raw('e.event_name, e.priority, e.name, e.id');

export async function addEventHandler(database: Database, handler: EventHandler): Promise<void> {
  const { dialect, tables } = database;
  const batch = new Batch(EVENT_HANDLER_COLUMNS, [eventHandlerToRow(handler)], ['id']);
  try {
    await database.write(insertInto(tables.eventHandlers, batch, dialect));
  } catch (error) {
    if (database.duplicate(error) === null) throw error;
    const isIdTaken = (await getEventHandler(database, { id: handler.id, tenant: null })) !== null;
    const field = isIdTaken ? 'id' : 'name';
    throw new EventHandlerAlreadyExists(field, handler[field]);
  }
}

export async function saveEventHandler(
  database: Database,
  handler: EventHandler,
): Promise<EventHandler | null> {
  const row = eventHandlerToRow(handler);
  await database.write(
    sql`UPDATE ${database.tables.eventHandlers} SET handler_type = ${row.handler_type}, action = ${row.action}, priority = ${row.priority}, enabled = ${row.enabled}, all_tenants = ${row.all_tenants}, updated_at = ${row.updated_at} WHERE id = ${row.id}`,
  );
  return getEventHandler(database, { id: handler.id, tenant: null });
}

export async function deleteEventHandler(
  database: Database,
  { id, tenant }: EventHandlerById,
): Promise<boolean> {
  const removed = await database.write(
    sql`DELETE FROM ${database.tables.eventHandlers} WHERE id = ${id} AND ${inScope(tenant)}`,
  );
  return removed > 0;
}

export async function getEventHandler(
  database: Database,
  { id, tenant }: EventHandlerById,
): Promise<EventHandler | null> {
  const [row] = await database.rows(
    sql`SELECT * FROM ${database.tables.eventHandlers} WHERE id = ${id} AND ${inScope(tenant)}`,
  );
  return row === undefined ? null : eventHandlerFromRow(row);
}

export async function findEventHandler(
  database: Database,
  { eventName, name, tenant }: EventHandlerByName,
): Promise<EventHandler | null> {
  const [row] = await database.rows(
    sql`SELECT * FROM ${database.tables.eventHandlers} WHERE event_name = ${eventName} AND name = ${name} AND tenant = ${fromTenant(tenant)}`,
  );
  return row === undefined ? null : eventHandlerFromRow(row);
}

export function listEventHandlers(
  database: Database,
  { tenant, eventName, limit, offset }: ListEventHandlers,
): Promise<Page<EventHandler>> {
  const ofEvent = eventName === undefined ? [] : [sql`e.event_name = ${eventName}`];
  return readPage(database, {
    table: database.tables.eventHandlers,
    where: all([inScope(tenant, 'e'), ...ofEvent]),
    orderBy: LISTENING_ORDER,
    limit,
    offset,
    read: eventHandlerFromRow,
  });
}

export async function listeningHandlers(
  database: Database,
  { eventName, tenant }: ListeningHandlers,
): Promise<readonly EventHandler[]> {
  const rows = await database.rows(
    sql`SELECT * FROM ${database.tables.eventHandlers} e WHERE e.event_name = ${eventName} AND e.enabled = 1 AND (e.tenant = ${fromTenant(tenant)} OR (e.tenant = '' AND e.all_tenants = 1)) ORDER BY ${LISTENING_ORDER}`,
  );
  return rows.map(eventHandlerFromRow);
}

/** The database increments the counters, one row in each statement, so that no row is locked while another is waited for. */
export async function recordEventHandlers(
  database: Database,
  results: readonly EventHandlerResult[],
): Promise<void> {
  for (const { id, at, succeeded, failed, error } of results) {
    const reason = error === null ? raw('') : sql`, last_error = ${error}`;
    await database.write(
      sql`UPDATE ${database.tables.eventHandlers} SET trigger_count = trigger_count + ${succeeded + failed}, success_count = success_count + ${succeeded}, failure_count = failure_count + ${failed}, last_triggered_at = ${at.getTime()}${reason} WHERE id = ${id}`,
    );
  }
}
