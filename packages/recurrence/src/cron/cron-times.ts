import { lowestBit, nextBit } from '../local-time/bits.js';
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
import type { LocalTimes } from '../local-time/local-times.js';
import { countCronTimes } from './count-cron-times.js';
import type { CronExpression } from './cron-expression.js';
import { monthDays } from './month-days.js';

/** The local times of an expression, found field by field: months, then days, then the time of day. It never steps through minutes. */
export class CronTimes implements LocalTimes {
  constructor(private readonly expression: CronExpression) {}

  atOrAfter(local: number): number {
    const { expression } = this;
    const dayNumber = dayNumberAt(local);
    const date = dateOfDay(dayNumber);
    const month = monthOf(date);
    if (((expression.months >> month) & 1) === 1) {
      const day = dayOf(date);
      const first = dayNumber - day + 1;
      const days = monthDays(expression.days, weekdayOf(first), lengthOfMonth(yearOf(date), month));
      if (((days >> (day - 1)) & 1) === 1) {
        const time = timeAtOrAfter(expression, local - dayNumber * SECONDS_PER_DAY);
        if (time >= 0) return dayNumber * SECONDS_PER_DAY + time;
      }
      const later = days & (-1 << day);
      if (later !== 0) return (first + lowestBit(later)) * SECONDS_PER_DAY + expression.firstTime;
    }
    return firstTimeAfterMonth(expression, yearOf(date), month);
  }

  countBetween(from: number, to: number): number {
    return countCronTimes(this.expression, from, to);
  }
}

/** The search ends because `hasDates` was checked: after 40 years at most, for 29 February on one weekday around 2100. */
function firstTimeAfterMonth(expression: CronExpression, year: number, month: number): number {
  for (;;) {
    month = nextBit(expression.months, month + 1);
    if (month < 0) {
      year += 1;
      month = lowestBit(expression.months);
    }
    const first = dayNumberOf(year, month, 1);
    const days = monthDays(expression.days, weekdayOf(first), lengthOfMonth(year, month));
    if (days !== 0) return (first + lowestBit(days)) * SECONDS_PER_DAY + expression.firstTime;
  }
}

/** The first matching second of a day that is not before `time`. -1: there is none. */
function timeAtOrAfter(expression: CronExpression, time: number): number {
  const { seconds, minutes, hours } = expression;
  const hour = (time / 3_600) | 0;
  if (((hours >> hour) & 1) === 1) {
    const minute = ((time - hour * 3_600) / 60) | 0;
    if (minutes.has(minute)) {
      const second = seconds.next(time - hour * 3_600 - minute * 60);
      if (second >= 0) return hour * 3_600 + minute * 60 + second;
    }
    const laterMinute = minutes.next(minute + 1);
    if (laterMinute >= 0) return hour * 3_600 + laterMinute * 60 + seconds.first;
  }
  const laterHour = nextBit(hours, hour + 1);
  return laterHour < 0 ? -1 : laterHour * 3_600 + minutes.first * 60 + seconds.first;
}

/** Whether any of the 14 kinds of year has a matching day; all of them occur in the Gregorian cycle of 400 years. */
export function hasDates(expression: CronExpression): boolean {
  for (let month = nextBit(expression.months, 1); month > 0; month = nextBit(expression.months, month + 1)) {
    const lengths = month === 2 ? [28, 29] : [lengthOfMonth(2001, month)];
    for (const length of lengths) {
      for (let weekday = 0; weekday < 7; weekday += 1) {
        if (monthDays(expression.days, weekday, length) !== 0) return true;
      }
    }
  }
  return false;
}
