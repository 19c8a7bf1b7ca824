/** How often a rule begins a new period, the longest first. */
export const FREQUENCIES = [
  'YEARLY',
  'MONTHLY',
  'WEEKLY',
  'DAILY',
  'HOURLY',
  'MINUTELY',
  'SECONDLY',
] as const;

export type Frequency = (typeof FREQUENCIES)[number];

/** A weekday, 0 is Sunday; `nth` counts in the month or year, from its end if negative, and is 0 for every one. */
export interface RuleWeekday {
  readonly weekday: number;
  readonly nth: number;
}

/** The end of a rule, itself included: in seconds of the wall clock, or as an instant if it was written in UTC. */
export interface Until {
  readonly second: number;
  readonly inUtc: boolean;
}

/** A rule of RFC 5545, read but not yet tied to a start. An empty list: the part is not given. */
export interface RecurrenceRule {
  readonly frequency: Frequency;
  readonly interval: number;
  readonly count: number | null;
  readonly until: Until | null;
  readonly months: readonly number[];
  readonly weekNumbers: readonly number[];
  readonly yearDays: readonly number[];
  readonly monthDays: readonly number[];
  readonly weekdays: readonly RuleWeekday[];
  readonly hours: readonly number[];
  readonly minutes: readonly number[];
  readonly seconds: readonly number[];
  readonly positions: readonly number[];
  /** The weekday that weeks begin on, 0 is Sunday. */
  readonly weekStart: number;
}

/** Follows the clock inside a day. Such rules are intervals: the daylight saving policy is not for them. */
export function isWithinDay(frequency: Frequency): boolean {
  return frequency === 'HOURLY' || frequency === 'MINUTELY' || frequency === 'SECONDLY';
}
