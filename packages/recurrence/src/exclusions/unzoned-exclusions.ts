import { SECONDS_PER_DAY } from '../local-time/local-calendar.js';
import type { LocalTimes } from '../local-time/local-times.js';
import type { Recurrence } from '../instants/recurrence.js';
import { excludeDays } from './exclude-times.js';
import type { ReadExclusions } from './read-exclusions.js';

const LAST_INSTANT = 8_640_000_000_000_000;

/** Applies days off to a trigger without a zone: the days are those of UTC, and times keep their milliseconds. */
export function excludeDaysInUtc(
  recurrence: Recurrence,
  exclusions: ReadExclusions,
): { readonly recurrence: Recurrence; readonly times: LocalTimes } {
  const times = excludeDays(timesOf(recurrence), exclusions, SECONDS_PER_DAY * 1_000);
  const { countBetween } = times;
  return {
    times,
    recurrence: {
      next: (after) => {
        const found = times.atOrAfter(after.getTime() + 1);
        return found <= LAST_INSTANT ? new Date(found) : null;
      },
      countBetween:
        countBetween && ((from, through) => countBetween.call(times, from.getTime(), through.getTime() + 1)),
    },
  };
}

/** Instants as local times of UTC, in milliseconds. */
function timesOf(recurrence: Recurrence): LocalTimes {
  const { countBetween } = recurrence;
  return {
    atOrAfter: (local) =>
      recurrence.next(new Date(Math.min(local, LAST_INSTANT + 1) - 1))?.getTime() ?? Infinity,
    countBetween:
      countBetween &&
      ((from, to) => countBetween.call(recurrence, new Date(from), new Date(Math.min(to - 1, LAST_INSTANT)))),
  };
}
