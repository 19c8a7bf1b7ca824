import type { LocalTimes } from '../local-time/local-times.js';
import { MovedDayTimes } from './moved-day-times.js';
import type { ReadExclusions } from './read-exclusions.js';
import { SkippedDayTimes } from './skipped-day-times.js';
import { SkippedHourTimes } from './skipped-hour-times.js';

/**
 * Takes days off out of local times, or moves them. Done before the zone is applied, so that a moved time obeys the
 * daylight saving policy of the day it lands on. Excluded hours follow afterwards, by the real reading of the clock.
 */
export function excludeDays(times: LocalTimes, exclusions: ReadExclusions, dayLength: number): LocalTimes {
  const { days, hours, shift } = exclusions;
  if (days === null) return times;
  if (shift === 'skip') return new SkippedDayTimes(times, days, dayLength);
  const staying = hours === null ? times : new SkippedHourTimes(times, hours, dayLength);
  return new MovedDayTimes(staying, days, { dayLength, shift });
}
