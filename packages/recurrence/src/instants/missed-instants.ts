import type { Recurrence } from './recurrence.js';

export interface MissedRequest {
  readonly recurrence: Recurrence;
  /** The stored next instant, itself one of those that were missed. */
  readonly cursor: Date;
  readonly now: Date;
  /** How many of the most recent instants are wanted. */
  readonly keep: number;
}

export interface MissedInstants {
  /** How many instants lie from the cursor to now, both included. */
  readonly total: number;
  /** There are more than `total`: counting ended at a bound. */
  readonly bounded: boolean;
  /** The most recent of them, at most `keep`, oldest first. */
  readonly latest: readonly Date[];
  /** The last one that is not among `latest`. Null: all are. */
  readonly beforeLatest: Date | null;
  readonly first: Date;
  readonly last: Date;
  /** The first instant after now. Null: there is none. */
  readonly next: Date | null;
}

/** Counting by enumeration ends here. */
export const MOST_COUNTED = 100_000;

/**
 * What was missed while nobody ticked. The cost is bounded, however long that was and however dense the instants are.
 * A cursor after now has missed nothing: `total` is 0 and `first`, `last` and `next` are the cursor.
 */
export function missedInstants(request: MissedRequest): MissedInstants {
  const { recurrence, cursor, now, keep } = request;
  if (cursor.getTime() > now.getTime()) {
    return {
      total: 0,
      bounded: false,
      latest: [],
      beforeLatest: null,
      first: cursor,
      last: cursor,
      next: cursor,
    };
  }
  const next = recurrence.next(now);
  const last = lastInstant(recurrence, cursor, now);
  const counted = recurrence.countBetween
    ? { total: 1 + recurrence.countBetween(new Date(cursor.getTime() + 1), now), bounded: false }
    : countBySteps(recurrence, cursor, now);
  const wanted = Math.max(0, Math.min(keep, counted.total));
  const known = latestInstants(request, last, Math.min(wanted + 1, counted.total));
  const latest = known.slice(known.length - wanted);
  const beforeLatest = known.length > wanted ? (known[0] ?? null) : null;
  return { ...counted, latest, beforeLatest, first: cursor, last, next };
}

function countBySteps(recurrence: Recurrence, cursor: Date, now: Date): { total: number; bounded: boolean } {
  let total = 1;
  for (let at = recurrence.next(cursor); at !== null && at <= now; at = recurrence.next(at)) {
    if (total === MOST_COUNTED) return { total, bounded: true };
    total += 1;
  }
  return { total, bounded: false };
}

function latestInstants({ recurrence, cursor }: MissedRequest, last: Date, keep: number): readonly Date[] {
  const latest: Date[] = [];
  for (
    let at = last;
    latest.length < keep;
    at = lastInstant(recurrence, cursor, new Date(at.getTime() - 1))
  ) {
    latest.push(at);
  }
  return latest.reverse();
}

/** The last instant from the cursor, which is one, through `through`: looks back ever further until something is found, then halves. */
function lastInstant(recurrence: Recurrence, cursor: Date, through: Date): Date {
  const end = through.getTime();
  const firstAfter = (milliseconds: number) => recurrence.next(new Date(milliseconds))?.getTime() ?? Infinity;
  // No instant lies after `none` through the end; `found` is the last one known.
  let none = end;
  let found = cursor.getTime();
  for (let step = 1_000; none > found; step *= 2) {
    const from = Math.max(found, end - step);
    const at = firstAfter(from);
    if (at <= end) {
      found = at;
      break;
    }
    none = from;
  }
  while (found < none) {
    const middle = Math.floor((found + none) / 2);
    const at = firstAfter(middle);
    if (at <= end) found = at;
    else none = middle;
  }
  return new Date(found);
}
