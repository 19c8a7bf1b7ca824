import type { LocalTimes } from '../local-time/local-times.js';
import { MovedDayTimes } from './moved-day-times.js';
import type { ReadExclusions } from './read-exclusions.js';
import { SkippedDayTimes } from './skipped-day-times.js';
import { SkippedHourTimes } from './skipped-hour-times.js';

/**
 * Removes the times of days off, or moves them. This happens before the zone is applied, so that a moved time obeys the
 * daylight saving policy of the day that it is moved to. Hours are excluded afterwards, by what the clock really shows.
 */
export function excludeDays(times: LocalTimes, exclusions: ReadExclusions, dayLength: number): LocalTimes {
  const { days, hours, shift } = exclusions;
  if (days === null) return times;
  if (shift === 'skip') return new SkippedDayTimes(times, days, dayLength);
  const outsideHours = hours === null ? times : new SkippedHourTimes(times, hours, dayLength);
  return new MovedDayTimes(outsideHours, days, { dayLength, shift });
}
