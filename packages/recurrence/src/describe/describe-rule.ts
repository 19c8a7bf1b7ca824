import type { RruleTrigger } from '@scheduler/contracts';
import type { Shared } from '../trigger/compile-trigger.js';
import { showDate, showTime } from '../local-time/local-text.js';
import { parseRule } from '../rrule/parse-rule.js';
import {
  type Frequency,
  isWithinDay,
  type RecurrenceRule,
  type RuleWeekday,
  type Until,
} from '../rrule/recurrence-rule.js';
import { timesOfDay } from '../rrule/rule-times.js';
import { count, every, join, monthName, ordinal, runs, weekdayName } from './words.js';

const UNITS: Readonly<Record<Frequency, string>> = {
  YEARLY: 'year',
  MONTHLY: 'month',
  WEEKLY: 'week',
  DAILY: 'day',
  HOURLY: 'hour',
  MINUTELY: 'minute',
  SECONDLY: 'second',
};

const WORKDAYS = '1,2,3,4,5';
const MOST_LISTED_TIMES = 6;

/** `every 2 weeks on Monday and Friday at 09:00, Europe/Berlin` */
export function describeRule(trigger: RruleTrigger, { zones }: Shared): string {
  const rule = parseRule(trigger.rule);
  const zone = zones.get(trigger.zone).name;
  const parts = [
    every(rule.interval, UNITS[rule.frequency]),
    describeDays(rule),
    describeTimes(rule),
    describePositions(rule.positions),
    describeWeekStart(rule),
    rule.count === null ? null : `${count(rule.count, 'time')} in all`,
    rule.until === null ? null : describeUntil(rule.until),
  ];
  return `${parts.filter((part) => part !== null).join(' ')}, ${zone}`;
}

function describeDays(rule: RecurrenceRule): string | null {
  const { months, weekNumbers, yearDays, monthDays, weekdays } = rule;
  const parts = [
    ...onDays(weekdays.length === 0 ? [] : describeWeekdays(rule)),
    ...onDays(monthDays.map((day) => `the ${fromEnd(day, 'day')} of the month`)),
    ...onDays(yearDays.map((day) => `the ${fromEnd(day, 'day')} of the year`)),
    ...(weekNumbers.length === 0
      ? []
      : [`in ${join(weekNumbers.map((week) => `the ${fromEnd(week, 'week')} of the year`))}`]),
    ...(months.length === 0 ? [] : [`in ${join(runs(months, monthName))}`]),
  ];
  return parts.length === 0 ? null : parts.join(' ');
}

const onDays = (days: readonly string[]): readonly string[] =>
  days.length === 0 ? [] : [`on ${join(days)}`];

/** `1st day`, `last day`, `2nd last day` */
function fromEnd(value: number, unit: string): string {
  if (value > 0) return `${ordinal(value)} ${unit}`;
  return value === -1 ? `last ${unit}` : `${ordinal(-value)} last ${unit}`;
}

function describeWeekdays({ weekdays, frequency, months }: RecurrenceRule): readonly string[] {
  const plain = weekdays.filter(({ nth }) => nth === 0).map(({ weekday }) => weekday);
  const sorted = [...new Set(plain.map((weekday) => weekday || 7))].sort((one, other) => one - other);
  const named =
    sorted.join() === WORKDAYS ? ['weekdays'] : runs(sorted, (weekday) => weekdayName(weekday % 7));
  const scope = frequency === 'MONTHLY' || months.length > 0 ? 'month' : 'year';
  return [...named, ...weekdays.filter(({ nth }) => nth !== 0).map((nth) => describeNth(nth, scope))];
}

const describeNth = ({ weekday, nth }: RuleWeekday, scope: string): string =>
  `the ${fromEnd(nth, weekdayName(weekday))} of the ${scope}`;

/** Describes the times that the rule names. Those that it takes from its start are not mentioned. */
function describeTimes(rule: RecurrenceRule): string | null {
  const { hours, minutes, seconds, frequency } = rule;
  const isFull = hours.length > 0 && minutes.length > 0 && !isWithinDay(frequency);
  const times = isFull ? timesOfDay({ ...rule, seconds: seconds.length === 0 ? [0] : seconds }) : [];
  if (times.length > 0 && times.length <= MOST_LISTED_TIMES) return `at ${join(times.map(showTime))}`;
  const parts = [part(hours, 'hour'), part(minutes, 'minute'), part(seconds, 'second')];
  const named = parts.filter((text) => text !== null);
  return named.length === 0 ? null : `at ${named.join(', ')}`;
}

function part(values: readonly number[], unit: string): string | null {
  if (values.length === 0) return null;
  return `${unit}${values.length === 1 ? '' : 's'} ${join(runs(values, String))}`;
}

function describePositions(positions: readonly number[]): string | null {
  if (positions.length === 0) return null;
  const named = positions.map((position) =>
    position === -1 ? 'last' : position < 0 ? `${ordinal(-position)} last` : ordinal(position),
  );
  return `(only the ${join(named)} of these)`;
}

const MONDAY = 1;

/** The first day of the week is mentioned where it decides which days run: with every n-th week, and with numbered weeks. */
function describeWeekStart({ frequency, interval, weekNumbers, weekStart }: RecurrenceRule): string | null {
  const matters = (frequency === 'WEEKLY' && interval > 1) || weekNumbers.length > 0;
  return matters && weekStart !== MONDAY ? `(weeks begin on ${weekdayName(weekStart)})` : null;
}

function describeUntil({ second, inUtc }: Until): string {
  const time = showTime(second);
  if (!inUtc && time === '23:59:59') return `until ${showDate(second)}`;
  return `until ${showDate(second)} ${time}${inUtc ? ' UTC' : ''}`;
}
