import { bitsOf } from '../local-time/bits.js';
import type { CronExpression } from '../cron/cron-expression.js';
import type { DayRule } from '../cron/month-days.js';
import { join, monthName, ordinal, runs, weekdayName } from './words.js';

const ALL_DAYS = 0x7fff_ffff;
const ALL_WEEKDAYS = 127;
const ALL_MONTHS = 0b1_1111_1111_1110;
const WORKDAYS = 0b011_1110;
const WEEKEND = 0b100_0001;

/** `every day`, `on weekdays`, `on the last day of the month in June`. */
export function describeDays({ days, months }: CronExpression): string {
  const date = singleDate(days, months);
  if (date !== null) return `on ${date}`;
  const inMonths = months === ALL_MONTHS ? '' : ` in ${join(runs(bitsOf(months), monthName))}`;
  return `${describeRule(days)}${inMonths}`;
}

export function isEveryDay({ days, months }: CronExpression): boolean {
  return (
    months === ALL_MONTHS && !days.either && days.daysOfMonth === ALL_DAYS && days.weekdays === ALL_WEEKDAYS
  );
}

function describeRule(rule: DayRule): string {
  const byMonth = describeDaysOfMonth(rule);
  const byWeek = describeWeekdays(rule);
  if (byMonth === null && byWeek === null) return 'every day';
  if (rule.either) return `on ${byMonth ?? 'every day'} or on ${byWeek ?? 'every day'}`;
  if (byMonth === null || byWeek === null) return `on ${byMonth ?? byWeek}`;
  return `on ${byMonth} if that is ${byWeek}`;
}

/** `1 January`. Null: the rule names more than a single date. */
function singleDate(rule: DayRule, months: number): string | null {
  const [day, ...moreDays] = bitsOf(rule.daysOfMonth);
  const [month, ...moreMonths] = bitsOf(months);
  const isPlain = rule.beforeLast === 0 && rule.nearestTo === 0 && !rule.lastWorkday;
  if (day === undefined || month === undefined || moreDays.length + moreMonths.length > 0) return null;
  return isPlain && !rule.either && describeWeekdays(rule) === null ? `${day + 1} ${monthName(month)}` : null;
}

/** Null: every day matches. */
function describeDaysOfMonth({ daysOfMonth, beforeLast, nearestTo, lastWorkday }: DayRule): string | null {
  if (daysOfMonth === ALL_DAYS) return null;
  const words = [
    ...list(
      runs(bitsOf(daysOfMonth), (bit) => ordinal(bit + 1)),
      (days) => `the ${days}`,
    ),
    ...bitsOf(beforeLast).map((days) =>
      days === 0 ? 'the last day' : `the ${ordinal(days)} day before the last`,
    ),
    ...bitsOf(nearestTo).map((bit) => `the weekday nearest to the ${ordinal(bit + 1)}`),
    ...(lastWorkday ? ['the last weekday'] : []),
  ];
  return `${join(words)} of the month`;
}

/** Null: every day matches. */
function describeWeekdays({ weekdays, nthWeekdays, lastWeekdays }: DayRule): string | null {
  if (weekdays === ALL_WEEKDAYS) return null;
  const nth = nthWeekdays.flatMap((mask, index) =>
    bitsOf(mask).map((weekday) => `the ${ordinal(index + 1)} ${weekdayName(weekday)}`),
  );
  const last = bitsOf(lastWeekdays).map((weekday) => `the last ${weekdayName(weekday)}`);
  const ofMonth = list([...nth, ...last], (words) => `${words} of the month`);
  return join([...list(plainWeekdays(weekdays), (words) => words), ...ofMonth]);
}

function plainWeekdays(weekdays: number): readonly string[] {
  if (weekdays === WORKDAYS) return ['weekdays'];
  if (weekdays === WEEKEND) return ['weekends'];
  // The week begins on Monday, so that Friday to Sunday is one run.
  const fromMonday = bitsOf(weekdays).map((weekday) => weekday || 7);
  return runs(
    fromMonday.sort((one, other) => one - other),
    (weekday) => weekdayName(weekday % 7),
  );
}

/** One phrase for all words, or no phrase where there are no words. */
function list(words: readonly string[], phrase: (words: string) => string): readonly string[] {
  return words.length === 0 ? [] : [phrase(join(words))];
}
