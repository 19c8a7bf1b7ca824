import type { CronTrigger } from '@scheduler/contracts';
import { type CronFieldCollection, CronExpressionParser } from 'cron-parser';
import { type CalendarRule, dayName, ruleText } from './calendar-rule.js';
import type { WallTime } from './wall-time.js';

const DAY = 86_400_000;
/** A job that runs more often on a day is no help in a calendar. */
const MOST_TIMES_OF_DAY = 24;

/**
 * A daily, weekly, monthly or yearly rule for each time of day. Null: calendars know no such rule, as for the weekday nearest to a day, or
 * the job runs too often.
 */
export function rulesOfCron({ expressions, zone }: CronTrigger, from: WallTime): CalendarRule[] | null {
  const rules: CalendarRule[] = [];
  for (const expression of expressions) {
    const fields = fieldsOf(expression);
    const days = fields === null ? null : daysOf(fields);
    if (fields === null || days === null) return null;
    const times = timesOf(fields);
    if (rules.length + times.length > MOST_TIMES_OF_DAY) return null;
    const midnight = Math.floor(from / DAY) * DAY - DAY;
    rules.push(...times.map((time) => ({ rule: days, zone, start: midnight + time })));
  }
  return rules;
}

/** Null: it has parts that cron-parser does not know. */
function fieldsOf(expression: string): CronFieldCollection | null {
  try {
    return CronExpressionParser.parse(expression).fields;
  } catch {
    return null;
  }
}

/** The times of day in milliseconds, one more than the most if there are too many. */
function timesOf({ hour, minute, second }: CronFieldCollection): number[] {
  const times: number[] = [];
  for (const h of hour.values)
    for (const m of minute.values)
      for (const s of second.values) {
        times.push(((h * 60 + m) * 60 + s) * 1_000);
        if (times.length > MOST_TIMES_OF_DAY) return times;
      }
  return times;
}

function daysOf({ month, dayOfMonth, dayOfWeek }: CronFieldCollection): string | null {
  const weekdays = dayOfWeek.values;
  const monthDays = dayOfMonth.values;
  const isPlain = [...weekdays, ...monthDays].every((value) => typeof value === 'number' || value === 'L');
  const everyDay = isEvery(dayOfMonth.isWildcard, monthDays.length, 31);
  const everyWeekday = isEvery(dayOfWeek.isWildcard, new Set(weekdays.map(weekdayNumber)).size, 7);
  // Where both are restricted, either of them is enough for cron, and both are needed for a calendar.
  if (!isPlain || weekdays.some((value) => value === 'L') || (!everyDay && !everyWeekday)) return null;
  const months: readonly (string | number)[] = month.values.length === 12 ? [] : month.values;
  const byDay = everyWeekday ? [] : [...new Set(weekdays.map((value) => dayName(Number(value))))];
  const byMonthDay = everyDay ? [] : monthDays.map((value) => (value === 'L' ? -1 : Number(value)));
  return ruleText([
    ['FREQ', frequency(months.length > 0, byDay.length > 0, byMonthDay.length > 0)],
    ['BYMONTH', months],
    ['BYMONTHDAY', byMonthDay],
    ['BYDAY', byDay],
  ]);
}

const weekdayNumber = (value: unknown): number => Number(value) % 7;

function isEvery(isWildcard: boolean, count: number, all: number): boolean {
  return isWildcard || count === all;
}

function frequency(hasMonths: boolean, hasWeekdays: boolean, hasMonthDays: boolean): string {
  if (hasMonths) return hasWeekdays || hasMonthDays ? 'YEARLY' : 'DAILY';
  if (hasMonthDays) return 'MONTHLY';
  return hasWeekdays ? 'WEEKLY' : 'DAILY';
}
