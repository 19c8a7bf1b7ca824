import type { Execution } from '@scheduler/contracts';
import type { EventRecord } from '@scheduler/contracts/adapter';
import type { Database, Executor } from '../database/database.js';
import { Batch } from '../dialects/batch.js';
import { fromTenant } from '../rows/values.js';
import { raw, type Sql, sql } from '../sql/sql.js';
import { appendEvents } from './append.js';
import { dayOf, headOf, itemOf, TAIL } from './packs.js';

/** The events of an execution if it is written. */
export type EventsOf = (execution: Execution) => readonly EventRecord[];

const ITEM_COLUMNS = {
  id: 'text',
  tenant: 'text',
  job_id: 'text',
  day: 'int',
  total: 'int',
  head: 'text',
  items: 'text',
} as const;

interface Change {
  readonly executions: readonly Execution[];
  readonly eventsOf: EventsOf;
}

/**
 * A further member of the WITH clause of a change whose member `written` has the ids of what was written: it appends the events of these. Empty
 * where the log is off.
 */
export function appendingWritten(database: Database, { executions, eventsOf }: Change): Sql {
  if (!database.logsEvents) return raw('');
  const rows = executions.flatMap((execution) => itemsOf(execution, eventsOf(execution)) ?? []);
  if (rows.length === 0) return raw('');
  const { dialect, tables } = database;
  const batch = new Batch(ITEM_COLUMNS, rows, ['id', 'items']);
  const value = (name: keyof typeof ITEM_COLUMNS) => batch.value(name, dialect);
  const common = sql`${value('tenant')} AS tenant, ${value('job_id')} AS job_id, ${value('day')} AS day, ${value('head')} AS head`;
  const written = sql`SELECT ${common}, ${value('total')} AS total, s.items FROM written w JOIN ${batch.source(dialect)} ON s.id = w.id`;
  const append = sql`INSERT INTO ${tables.eventLog} (tenant, job_id, day, total, events) SELECT e.tenant, e.job_id, e.day, SUM(e.total), e.head || string_agg(e.items, ',') || '${raw(TAIL)}' FROM (${written}) e GROUP BY e.tenant, e.job_id, e.day, e.head`;
  return sql`, logged AS (${append})`;
}

function itemsOf({ id }: Execution, events: readonly EventRecord[]) {
  const [first] = events;
  if (first === undefined) return null;
  return {
    id,
    tenant: fromTenant(first.tenant),
    job_id: first.jobId,
    day: dayOf(first.at),
    total: events.length,
    head: headOf(first),
    items: events.map((event) => itemOf(event, first)).join(','),
  };
}

/** Appends the events of those executions that were written, for databases that cannot do it in the same statement. */
export async function appendChanged(
  database: Database,
  on: Executor | undefined,
  { executions, written, eventsOf }: Change & { readonly written: readonly string[] },
): Promise<void> {
  await appendEvents(database, on, () => {
    const ids = new Set(written);
    return executions.filter(({ id }) => ids.has(id)).flatMap(eventsOf);
  });
}
