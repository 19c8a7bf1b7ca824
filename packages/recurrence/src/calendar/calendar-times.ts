import { dayNumberAt, SECONDS_PER_DAY } from '../local-time/local-calendar.js';
import type { LocalTimes } from '../local-time/local-times.js';
import type { CalendarDays } from './calendar-days.js';

/** The local times of a calendar trigger: one time of day on each of its days. */
export class CalendarTimes implements LocalTimes {
  constructor(
    private readonly days: CalendarDays,
    private readonly time: number,
  ) {}

  atOrAfter(local: number): number {
    const day = dayNumberAt(local - this.time + SECONDS_PER_DAY - 1);
    return this.days.atOrAfter(day) * SECONDS_PER_DAY + this.time;
  }

  /** Counts by enumeration, which is cheap enough because there is at most one time a day. */
  countBetween(from: number, to: number): number {
    let count = 0;
    for (let at = this.atOrAfter(from); at < to; at = this.atOrAfter(at + 1)) count += 1;
    return count;
  }
}
