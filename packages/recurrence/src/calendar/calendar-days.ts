import { type CalendarTrigger, WEEKDAYS } from '@scheduler/contracts';
import {
  dateOfDay,
  dayNumberOf,
  dayOf,
  lengthOfMonth,
  monthOf,
  weekdayOf,
  yearOf,
} from '../local-time/local-calendar.js';
import { cronWeekday } from '../local-time/weekday-numbers.js';

/** The days of a calendar trigger as day numbers. None lies before the anchor's date. */
export interface CalendarDays {
  /** The first day of the trigger that is not before `day`. Infinity: there is none. */
  atOrAfter(day: number): number;
}

/** The days of a trigger. `anchor` is the day number of the anchor in the trigger's zone, from which all units count. */
export function calendarDays(trigger: CalendarTrigger, anchor: number): CalendarDays {
  switch (trigger.unit) {
    case 'day':
      return { atOrAfter: (day) => anchor + stepsTo(day - anchor, trigger.every) * trigger.every };
    case 'week':
      return weeklyDays(trigger, anchor);
    case 'month':
      return monthlyDays({
        anchor,
        stride: trigger.every,
        firstMonth: monthIndexOf(anchor),
        dayIn: dayInMonth(trigger, anchor),
      });
    case 'year':
      return monthlyDays({
        anchor,
        stride: 12 * trigger.every,
        firstMonth: yearOf(dateOfDay(anchor)) * 12 + (trigger.month ?? monthOf(dateOfDay(anchor))) - 1,
        dayIn: dayInMonth(trigger, anchor),
      });
  }
}

/** The number of strides that reach at least `distance`. */
function stepsTo(distance: number, stride: number): number {
  return distance <= 0 ? 0 : Math.ceil(distance / stride);
}

function weeklyDays({ every, weekdays }: CalendarTrigger, anchor: number): CalendarDays {
  const anchorWeekday = mondayBased(anchor);
  const firstMonday = anchor - anchorWeekday;
  const wanted = weekdays.length === 0 ? [anchorWeekday] : weekdays.map((name) => WEEKDAYS.indexOf(name));
  const inWeek = wanted.sort((one, other) => one - other);
  const stride = 7 * every;
  return {
    atOrAfter: (day) => {
      const from = Math.max(day, anchor);
      const monday = firstMonday + Math.floor((from - firstMonday) / stride) * stride;
      const found = inWeek.find((weekday) => monday + weekday >= from);
      return found === undefined ? monday + stride + (inWeek[0] ?? 0) : monday + found;
    },
  };
}

const mondayBased = (dayNumber: number): number => (weekdayOf(dayNumber) + 6) % 7;

interface MonthlyRule {
  readonly anchor: number;
  /** The number of months between two occurrences. */
  readonly stride: number;
  readonly firstMonth: number;
  /** The day of the month on which the trigger fires. 0: it does not fire in that month. */
  readonly dayIn: (year: number, month: number) => number;
}

// Leap years and weekdays repeat every 400 years: a rule that matches no month in that many steps never matches one.
const MOST_MISSES = 400 * 12;

function monthlyDays({ anchor, stride, firstMonth, dayIn }: MonthlyRule): CalendarDays {
  return {
    atOrAfter: (day) => {
      const from = Math.max(day, anchor);
      let index = firstMonth + stepsTo(monthIndexOf(from) - firstMonth, stride) * stride;
      for (let misses = 0; misses <= MOST_MISSES; misses += 1, index += stride) {
        const year = Math.floor(index / 12);
        const month = index - year * 12 + 1;
        const inMonth = dayIn(year, month);
        const found = dayNumberOf(year, month, inMonth);
        if (inMonth > 0 && found >= from) return found;
      }
      return Infinity;
    },
  };
}

function monthIndexOf(dayNumber: number): number {
  const date = dateOfDay(dayNumber);
  return yearOf(date) * 12 + monthOf(date) - 1;
}

function dayInMonth(trigger: CalendarTrigger, anchor: number): MonthlyRule['dayIn'] {
  const { nthWeekday, overflow } = trigger;
  if (nthWeekday !== null) {
    const weekday = cronWeekday(nthWeekday.weekday);
    return (year, month) => nthWeekdayOf(year, month, { weekday, nth: nthWeekday.nth });
  }
  const wanted = trigger.dayOfMonth ?? dayOf(dateOfDay(anchor));
  return (year, month) => {
    const length = lengthOfMonth(year, month);
    return wanted <= length ? wanted : overflow === 'clamp' ? length : 0;
  };
}

/** The n-th or last of a weekday in a month. 0: the month has no fifth one. */
function nthWeekdayOf(year: number, month: number, rule: { weekday: number; nth: number | 'last' }): number {
  const length = lengthOfMonth(year, month);
  const first = 1 + ((rule.weekday - weekdayOf(dayNumberOf(year, month, 1)) + 7) % 7);
  const day = rule.nth === 'last' ? first + 7 * Math.floor((length - first) / 7) : first + 7 * (rule.nth - 1);
  return day <= length ? day : 0;
}
