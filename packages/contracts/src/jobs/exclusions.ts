import type { Weekday } from './trigger.js';

/** Local hours of a week, from the first minute on and up to, but without, the last: `{ weekdays: ['friday'], from: '12:00', to: '14:00' }`. */
export interface WeeklyHours {
  /** Empty: every day. */
  readonly weekdays: readonly Weekday[];
  /** `HH:MM` */
  readonly from: string;
  /** `HH:MM`, later than `from`; `24:00` is the end of the day. */
  readonly to: string;
}

/** Instants at which a job does not run although its trigger says so. All are read in the zone of the trigger. */
export interface Exclusions {
  /** `YYYY-MM-DD` */
  readonly dates: readonly string[];
  /** Always left out; they do not move. */
  readonly hours: readonly WeeklyHours[];
  /** The name of a business calendar of this application, whose weekends and holidays are excluded. Null: none. */
  readonly calendar: string | null;
  /** What becomes of an occurrence on an excluded day: none, or the same local time on the nearest working day before or after it. */
  readonly shift: 'skip' | 'previous' | 'next';
}

/** Which days are worked on, for `Exclusions.calendar`. */
export interface BusinessCalendar {
  readonly weekend: readonly Weekday[];
  /** `YYYY-MM-DD` */
  readonly holidays: readonly string[];
}
