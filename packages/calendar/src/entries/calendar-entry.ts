import type { WallTime } from '../rules/wall-time.js';

/** One event of a calendar: a single run, or runs by a rule. */
export interface CalendarEntry {
  /** The first run. */
  readonly start: Date;
  readonly zone: string;
  /** Null: a single run. */
  readonly rule: string | null;
  /** The last run of a rule. Null: the rule goes on. */
  readonly until: Date | null;
  /** Readings of the zone's clock at which the rule has an entry and the job no run. */
  readonly excluded: readonly WallTime[];
}

/** In UTC, because a reading of another clock may come twice. Calendars show it in the zone of their user anyway. */
export function singleEntry(start: Date): CalendarEntry {
  return { start, zone: 'UTC', rule: null, until: null, excluded: [] };
}
