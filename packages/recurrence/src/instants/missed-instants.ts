import type { Recurrence } from './recurrence.js';

export interface MissedRequest {
  readonly recurrence: Recurrence;
  /** The stored next instant, which is itself one of the missed instants. */
  readonly cursor: Date;
  readonly now: Date;
  /** How many of the most recent instants are wanted. */
  readonly keep: number;
}

export interface MissedInstants {
  /** The number of instants from the cursor to now, both included. */
  readonly total: number;
  /** True: counting ended at its limit, and there are more than `total`. */
  readonly bounded: boolean;
  /** The most recent instants, at most `keep`, the oldest first. */
  readonly latest: readonly Date[];
  /** The last instant before those of `latest`. Null: `latest` has all of them. */
  readonly beforeLatest: Date | null;
  readonly first: Date;
  readonly last: Date;
  /** The first instant after now. Null: there is none. */
  readonly next: Date | null;
}

/** The limit of counting by enumeration. */
export const MOST_COUNTED = 100_000;

/**
 * The instants that were missed while no node ticked. The cost is bounded, however long that was and however dense the instants are.
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

/** The last instant from the cursor, itself an instant, through `through`. Searches backwards in growing steps, then by bisection. */
function lastInstant(recurrence: Recurrence, cursor: Date, through: Date): Date {
  const end = through.getTime();
  const firstAfter = (milliseconds: number) => recurrence.next(new Date(milliseconds))?.getTime() ?? Infinity;
  // No instant lies after `none` up to the end; `found` is the latest known instant.
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
