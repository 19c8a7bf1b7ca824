import { EventInvalid, EventsPruned, type LoggedEvent } from '@scheduler/contracts';
import {
  type EventFilter,
  type EventLogBounds,
  type EventPage,
  type FindEvent,
  isInScope,
  matchesEventFilter,
  type ReadEvents,
} from '@scheduler/contracts/adapter';
import type { Database } from '../../database/database.js';
import type { Row } from '../../database/results.js';
import { inScope } from '../shared/in-scope.js';
import { all, raw, type Sql, sql } from '../../sql/sql.js';
import { readableRows } from './edge.js';
import { dayOf, eventsOf } from '../../event-log/packs.js';
import { type Place, placeOf, positionOf } from './positions.js';
import { readState } from './state.js';

const ROWS_AT_ONCE = 100;
/** A call that finds nothing returns after so many rows, with a position from which the next one goes on. */
const MOST_ROWS = 2_000;

/** Reads events row by row until there are enough, and says where to go on. */
export async function readEvents(database: Database, request: ReadEvents): Promise<EventPage> {
  const { after: given, limit, ...filter } = request;
  const from = startOf(database, given);
  const readable = await readableRows(database);
  const page = new PageOfEvents(filter, { from, limit });
  const most = Math.min(ROWS_AT_ONCE, limit + 1);
  // The row of an event may hold more behind it, so that it is read again.
  let after = from === null ? raw('1 = 1') : sql`position >= ${from.key}`;
  for (let read = 0; read < MOST_ROWS && !page.isFull && !page.hasEnded; read += most) {
    const rows = await database.rows(
      rowsOf(database, { filter, where: sql`${readable} AND ${after}`, most }),
    );
    page.add(rows);
    page.hasEnded = rows.length < most;
    after = sql`position > ${keyOfLast(rows)}`;
  }
  const bounds = await boundsOf(database, readable);
  // Read last: what was deleted meanwhile is missing in the page.
  if (given !== null && bounds.prunedTo !== null && given < bounds.prunedTo)
    throw new EventsPruned(given, bounds.prunedTo);
  return page.result(given, bounds.latest);
}

function startOf(database: Database, after: string | null): Place | null {
  if (after === null) return null;
  const place = placeOf(after, database.dialect);
  if (place !== null) return place;
  throw new EventInvalid({
    field: 'after',
    value: after,
    problem: `is not a position of the log of the ${database.dialect.name} store`,
    accepted: 'a position that was read from it',
  });
}

function keyOfLast(rows: readonly Row[]): string | number | null {
  return (rows.at(-1)?.['position'] ?? null) as string | number | null;
}

interface RowsOf {
  readonly filter: EventFilter;
  readonly where: Sql;
  readonly most: number;
}

/** A row is read by the tenant, the job and the days of its events. What else a filter asks for is in the events. */
function rowsOf(database: Database, { filter, where, most }: RowsOf): Sql {
  const { tenant, jobId, since, until } = filter;
  const conditions = [
    where,
    inScope(tenant),
    ...(jobId === undefined ? [] : [sql`job_id = ${jobId}`]),
    ...(since === undefined ? [] : [sql`day >= ${dayOf(since)}`]),
    ...(until === undefined ? [] : [sql`day <= ${dayOf(until)}`]),
  ];
  return sql`SELECT position, tenant, job_id, total, skipped, events FROM ${database.tables.eventLog} WHERE ${all(conditions)} ORDER BY position LIMIT ${raw(String(most))}`.recurring();
}

/** The events of a row with their positions, without those that were deleted. */
function loggedEvents(row: Row): readonly LoggedEvent[] {
  return eventsOf(row)
    .map((event, index) => ({ ...event, position: positionOf(row['position'], index) }))
    .slice(Number(row['skipped']));
}

/** Collects the events that a filter lets pass. */
class PageOfEvents {
  hasEnded = false;
  private readonly events: LoggedEvent[] = [];
  private next: string | null = null;
  private readonly after: string | null;
  private readonly limit: number;

  constructor(
    private readonly filter: EventFilter,
    { from, limit }: { readonly from: Place | null; readonly limit: number },
  ) {
    this.after = from === null ? null : positionOf(from.key, from.index);
    this.limit = limit;
  }

  /** One more than asked for, by which it is known that there are more. */
  get isFull(): boolean {
    return this.events.length > this.limit;
  }

  add(rows: readonly Row[]): void {
    for (const row of rows) {
      for (const event of loggedEvents(row)) {
        const isNew = this.next === null ? this.isAfterStart(event) : event.position > this.next;
        if (this.isFull || !isNew) continue;
        this.next = event.position;
        if (matchesEventFilter(event, this.filter)) this.events.push(event);
      }
    }
  }

  result(after: string | null, latest: string | null): EventPage {
    const { events, limit } = this;
    if (this.isFull) {
      const found = events.slice(0, limit);
      return { events: found, next: found.at(-1)?.position ?? after, atEnd: false };
    }
    if (!this.hasEnded) return { events, next: this.next ?? after, atEnd: false };
    return { events, next: latestOf([after, this.next, latest]), atEnd: true };
  }

  private isAfterStart({ position }: LoggedEvent): boolean {
    return this.after === null || position > this.after;
  }
}

function latestOf(positions: readonly (string | null)[]): string | null {
  return positions.reduce(
    (latest, one) => (one !== null && (latest === null || one > latest) ? one : latest),
    null,
  );
}

export async function readBounds(database: Database): Promise<EventLogBounds> {
  return boundsOf(database, await readableRows(database));
}

/** A position does not go back, although its event was deleted. */
async function boundsOf(database: Database, readable: Sql): Promise<EventLogBounds> {
  const [last] = await database.rows(
    sql`SELECT position, total FROM ${database.tables.eventLog} WHERE ${readable} ORDER BY position DESC LIMIT 1`.recurring(),
  );
  const { pruned = null, deleted = null } = await readState(database, ['pruned', 'deleted']);
  const newest = last === undefined ? null : positionOf(last['position'], Number(last['total']) - 1);
  return { prunedTo: pruned, latest: latestOf([newest, deleted]) };
}

export async function findEvent(
  database: Database,
  { position, tenant }: FindEvent,
): Promise<LoggedEvent | null> {
  const place = placeOf(position, database.dialect);
  const scope = inScope(tenant);
  if (place === null) return null;
  const [row] = await database.rows(
    sql`SELECT position, tenant, job_id, total, skipped, events FROM ${database.tables.eventLog} WHERE position = ${place.key} AND ${scope}`,
  );
  const found =
    row === undefined ? undefined : loggedEvents(row).find((event) => event.position === position);
  return found !== undefined && isInScope(found, tenant) ? found : null;
}
