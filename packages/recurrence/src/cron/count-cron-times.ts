import { below, countBits } from '../local-time/bits.js';
import {
  dateOfDay,
  dayNumberAt,
  dayNumberOf,
  dayOf,
  lengthOfMonth,
  monthOf,
  SECONDS_PER_DAY,
  weekdayOf,
  yearOf,
} from '../local-time/local-calendar.js';
import type { CronExpression } from './cron-expression.js';
import { monthDays } from './month-days.js';

/** Counts the local times of an expression from `from` up to, but without, `to`: whole months first, then the times of the first and last day. */
export function countCronTimes(expression: CronExpression, from: number, to: number): number {
  return from < to ? countBefore(expression, from, to) : 0;
}

function countBefore(expression: CronExpression, from: number, to: number): number {
  const [firstDay, lastDay] = [dayNumberAt(from), dayNumberAt(to)];
  const wholeDays = countDays(expression, firstDay, lastDay);
  const perDay = countBits(expression.hours) * expression.minutes.size * expression.seconds.size;
  return wholeDays * perDay - countOnDay(expression, firstDay, from) + countOnDay(expression, lastDay, to);
}

/** Counts the times of a day that lie before a local time on that day. */
function countOnDay(expression: CronExpression, day: number, local: number): number {
  return countDays(expression, day, day + 1) === 0
    ? 0
    : countTimesBelow(expression, local - day * SECONDS_PER_DAY);
}

function countTimesBelow({ hours, minutes, seconds }: CronExpression, time: number): number {
  const hour = Math.floor(time / 3_600);
  const minute = Math.floor(time / 60) % 60;
  let count = countBits(hours & below(hour)) * minutes.size * seconds.size;
  if (((hours >> hour) & 1) === 0) return count;
  count += minutes.countBelow(minute) * seconds.size;
  return minutes.has(minute) ? count + seconds.countBelow(time % 60) : count;
}

/** Counts the matching days from `from` up to, but without, `to`. */
function countDays({ days, months }: CronExpression, from: number, to: number): number {
  let count = 0;
  for (let first = from; first < to;) {
    const date = dateOfDay(first);
    const [year, month, day] = [yearOf(date), monthOf(date), dayOf(date)];
    const length = lengthOfMonth(year, month);
    const monthStart = dayNumberOf(year, month, 1);
    if (((months >> month) & 1) === 1) {
      const matching = monthDays(days, weekdayOf(monthStart), length);
      const end = Math.min(length, to - monthStart);
      count += countBits(matching & below(end) & ~below(day - 1));
    }
    first = monthStart + length;
  }
  return count;
}
