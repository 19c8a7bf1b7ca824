/** The frequencies of RFC 5545, the one with the longest period first. */
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

/** A weekday, where 0 is Sunday. `nth` counts in the month or year, from its end if negative; 0 means every one. */
export interface RuleWeekday {
  readonly weekday: number;
  readonly nth: number;
}

/** The end of a rule, which is included: in seconds of the wall clock, or as an instant if it was written in UTC. */
export interface Until {
  readonly second: number;
  readonly inUtc: boolean;
}

/** A parsed rule of RFC 5545, without its start. An empty list means that the part is missing. */
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

/** Whether the periods are shorter than a day. Such rules are intervals, to which the daylight saving policy does not apply. */
export function isWithinDay(frequency: Frequency): boolean {
  return frequency === 'HOURLY' || frequency === 'MINUTELY' || frequency === 'SECONDLY';
}
