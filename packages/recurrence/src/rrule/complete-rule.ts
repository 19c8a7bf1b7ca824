import {
  dateOfDay,
  dayNumberAt,
  dayOf,
  monthOf,
  SECONDS_PER_DAY,
  weekdayOf,
} from '../local-time/local-calendar.js';
import type { RecurrenceRule } from './recurrence-rule.js';

/** Fills in the day, weekday, month and time that the rule leaves open from its start, as RFC 5545 says. */
export function completeRule(rule: RecurrenceRule, start: number): RecurrenceRule {
  return { ...rule, ...openDays(rule, dayNumberAt(start)), ...openTimes(rule, start) };
}

function openDays(rule: RecurrenceRule, startDay: number): Partial<RecurrenceRule> {
  const { frequency, months, weekNumbers, yearDays, monthDays, weekdays } = rule;
  if (yearDays.length + monthDays.length + weekdays.length > 0) return {};
  const date = dateOfDay(startDay);
  const sameWeekday = { weekdays: [{ weekday: weekdayOf(startDay), nth: 0 }] };
  switch (frequency) {
    case 'YEARLY':
      if (weekNumbers.length > 0) return sameWeekday;
      return { months: months.length > 0 ? months : [monthOf(date)], monthDays: [dayOf(date)] };
    case 'MONTHLY':
      return { monthDays: [dayOf(date)] };
    case 'WEEKLY':
      return sameWeekday;
    default:
      return {};
  }
}

/** An hourly rule takes only the minute and second from its start, a minutely rule only the second. */
function openTimes(
  { frequency, hours, minutes, seconds }: RecurrenceRule,
  start: number,
): Partial<RecurrenceRule> {
  const time = start - dayNumberAt(start) * SECONDS_PER_DAY;
  const level = ['HOURLY', 'MINUTELY', 'SECONDLY'].indexOf(frequency);
  const orFromStart = (values: readonly number[], value: number, isOpen: boolean) =>
    values.length === 0 && isOpen ? [value] : values;
  return {
    hours: orFromStart(hours, Math.floor(time / 3_600), level < 0),
    minutes: orFromStart(minutes, Math.floor(time / 60) % 60, level < 1),
    // A rule that names the minute means second 0, not the second at which the job happened to be scheduled.
    seconds: orFromStart(seconds, minutes.length > 0 ? 0 : time % 60, level < 2),
  };
}
