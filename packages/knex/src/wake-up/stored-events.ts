import type { BusEvent, JsonObject } from '@scheduler/contracts';
import { parseJson } from '@scheduler/contracts/adapter';
import type { Database } from '../database/database.js';
import type { Row } from '../database/results.js';
import { fromTenant, toDate, toTenant } from '../rows/values.js';
import { Batch, insertInto } from '../dialects/batch.js';
import { raw, sql } from '../sql/sql.js';

const EVENT_COLUMNS = {
  origin: 'text',
  name: 'text',
  at: 'int',
  tenant: 'text',
  data: 'text',
  stored_at: 'int',
} as const;

/** How long events are kept. A node that was away for longer reads the tables anyway. */
const KEPT_MS = 60_000;

export async function storeEvents(
  database: Database,
  origin: string,
  events: readonly BusEvent[],
): Promise<void> {
  const storedAt = await database.recentNow();
  const rows = events.map((event) => ({
    origin,
    name: event.name,
    at: event.at.getTime(),
    tenant: fromTenant(event.tenant),
    data: JSON.stringify(event.data),
    stored_at: storedAt,
  }));
  await database.write(
    insertInto(database.tables.events, new Batch(EVENT_COLUMNS, rows, ['data']), database.dialect),
  );
}

export interface StoredEvent {
  readonly id: number;
  /** Null: the row cannot be read, and is skipped. */
  readonly event: BusEvent | null;
}

/** The events that other nodes stored after the given id. */
export async function eventsAfter(
  database: Database,
  { id, origin }: { readonly id: number; readonly origin: string },
): Promise<readonly StoredEvent[]> {
  const rows = await database.rows(
    sql`SELECT * FROM ${database.tables.events} WHERE id > ${id} AND origin <> ${origin} ORDER BY id LIMIT 1000`,
  );
  return rows.map((row) => ({ id: Number(row['id']), event: eventFromRow(row) }));
}

function eventFromRow(row: Row): BusEvent | null {
  try {
    return {
      name: String(row['name']),
      at: toDate(row['at']),
      tenant: toTenant(row['tenant']),
      data: parseJson(row['data']) as JsonObject,
    };
  } catch {
    return null;
  }
}

export async function latestEventId(database: Database): Promise<number> {
  const [row] = await database.rows(sql`SELECT MAX(id) AS latest FROM ${database.tables.events}`);
  return Number(row?.['latest'] ?? 0);
}

export async function deleteOldEvents(database: Database): Promise<void> {
  await database.write(
    sql`DELETE FROM ${database.tables.events} WHERE stored_at < ${database.now} - ${raw(String(KEPT_MS))}`,
  );
}
