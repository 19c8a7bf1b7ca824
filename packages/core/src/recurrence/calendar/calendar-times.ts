import { dayNumberAt, SECONDS_PER_DAY } from '../local-calendar.js';
import type { LocalTimes } from '../local-times.js';
import type { CalendarDays } from './calendar-days.js';

/** One time of day on each of the days. */
export class CalendarTimes implements LocalTimes {
  constructor(
    private readonly days: CalendarDays,
    private readonly time: number,
  ) {}

  atOrAfter(local: number): number {
    const day = dayNumberAt(local - this.time + SECONDS_PER_DAY - 1);
    return this.days.atOrAfter(day) * SECONDS_PER_DAY + this.time;
  }
}
