import type { Weekday } from './trigger.js';

/** Local hours of a week, from `from` up to, but without, `to`: `{ weekdays: ['friday'], from: '12:00', to: '14:00' }`. */
export interface WeeklyHours {
  /** Empty: every day. */
  readonly weekdays: readonly Weekday[];
  /** `HH:MM` */
  readonly from: string;
  /** `HH:MM`, later than `from`; `24:00` is the end of the day. */
  readonly to: string;
}

/** Days and hours without runs, although the trigger has instants there. All are read in the zone of the trigger. */
export interface Exclusions {
  /** `YYYY-MM-DD` */
  readonly dates: readonly string[];
  /** Occurrences in these hours are always left out; `shift` does not apply to them. */
  readonly hours: readonly WeeklyHours[];
  /** The name of a business calendar of this application, whose weekends and holidays are excluded. Null: none. */
  readonly calendar: string | null;
  /** An occurrence on an excluded day is left out, or moved to the same local time on the nearest working day before or after it. */
  readonly shift: 'skip' | 'previous' | 'next';
}

/** The days off of a calendar, for `Exclusions.calendar`. */
export interface BusinessCalendar {
  readonly weekend: readonly Weekday[];
  /** `YYYY-MM-DD` */
  readonly holidays: readonly string[];
}
