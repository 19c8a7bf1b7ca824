import { EventsPruned, type LoggedEvent } from '@scheduler/contracts';
import {
  checkScope,
  type EventFilter,
  type EventLogBounds,
  type EventPage,
  type FindEvent,
  isInScope,
  matchesEventFilter,
  type ReadEvents,
} from '@scheduler/contracts/adapter';
import type { RedisDatabase } from '../database/redis-database.js';
import { eventOfEntry, type StreamEntry } from './event-of-entry.js';
import { EVENTS, PRUNED_TO } from './log-keys.js';
import { idOf, idOrNull, positionOf } from './positions.js';

/** Entries that one command reads where a filter may pass over most of them. */
const PASSED_OVER_AT_ONCE = 500;
const MOST_AT_ONCE = 1_000;
/** After so many entries a page ends, even if it is not full, so that a rare event does not keep one call busy for long. */
const MOST_IN_A_CALL = 20_000;

export async function readEvents(database: RedisDatabase, request: ReadEvents): Promise<EventPage> {
  const { limit, ...filter } = request;
  checkScope(filter.tenant);
  const events: LoggedEvent[] = [];
  let next = request.after;
  for (let seen = 0; seen < MOST_IN_A_CALL;) {
    const wanted = Math.min(
      MOST_AT_ONCE,
      isFiltered(filter) ? PASSED_OVER_AT_ONCE : limit - events.length + 1,
    );
    const entries = await entriesAfter(database, next, wanted);
    for (const entry of entries) {
      if (events.length === limit) return { events, next, atEnd: false };
      const event = eventOfEntry(entry);
      next = event.position;
      if (matchesEventFilter(event, filter)) events.push(event);
    }
    if (entries.length < wanted) return { events, next, atEnd: true };
    seen += entries.length;
  }
  return { events, next, atEnd: false };
}

export async function findEvent(
  { redis, base }: RedisDatabase,
  { position, tenant }: FindEvent,
): Promise<LoggedEvent | null> {
  checkScope(tenant);
  const id = idOrNull(position);
  const [entry] = id === null ? [] : await redis.xrange(`${base}${EVENTS}`, id, id);
  const event = entry === undefined ? null : eventOfEntry(entry);
  return event !== null && isInScope(event, tenant) ? event : null;
}

function isFiltered({ tenant, names = [], entity, entityId, jobId, since, until }: EventFilter): boolean {
  const given = [tenant ?? undefined, names[0], entity, entityId, jobId, since, until];
  return given.some((one) => one !== undefined);
}

/** Reads with the bound of what was deleted, so that nothing is passed over that is deleted meanwhile. */
async function entriesAfter(
  { redis, base }: RedisDatabase,
  after: string | null,
  count: number,
): Promise<readonly StreamEntry[]> {
  const from = after === null ? '-' : `(${idOf(after)}`;
  const [pruned, entries] = await inOneStep<[string | null, StreamEntry[]]>(
    redis.multi().get(`${base}${PRUNED_TO}`).xrange(`${base}${EVENTS}`, from, '+', 'COUNT', count),
  );
  const prunedTo = pruned === null ? null : positionOf(pruned);
  if (after !== null && prunedTo !== null && after < prunedTo) throw new EventsPruned(after, prunedTo);
  return entries;
}

/** The last position stays when its event is deleted, because a position does not go back. */
export async function readBounds({ redis, base }: RedisDatabase): Promise<EventLogBounds> {
  const [pruned, newest] = await inOneStep<[string | null, StreamEntry[]]>(
    redis.multi().get(`${base}${PRUNED_TO}`).xrevrange(`${base}${EVENTS}`, '+', '-', 'COUNT', 1),
  );
  const prunedTo = pruned === null ? null : positionOf(pruned);
  const last = newest[0];
  return { prunedTo, latest: last === undefined ? prunedTo : positionOf(last[0]) };
}

async function inOneStep<T>(commands: { exec(): Promise<[Error | null, unknown][] | null> }): Promise<T> {
  const answers = (await commands.exec()) ?? [];
  for (const [error] of answers) if (error !== null) throw error;
  return answers.map(([, answer]) => answer) as T;
}
