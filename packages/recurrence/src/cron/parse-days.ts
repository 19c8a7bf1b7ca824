import { DAY_OF_MONTH, DAY_OF_WEEK } from './cron-field.js';
import type { DayRule } from './month-days.js';
import { FieldReader } from './parse-field.js';

const ALL_DAYS = 0x7fff_ffff;
const ALL_WEEKDAYS = 127;

type DayOfMonthRule = Pick<DayRule, 'daysOfMonth' | 'beforeLast' | 'nearestTo' | 'lastWorkday'>;
type DayOfWeekRule = Pick<DayRule, 'weekdays' | 'nthWeekdays' | 'lastWeekdays'>;

/** Parses both day fields, which are combined as in Vixie cron: where both are restricted, a day has to match only one of them. */
export function parseDays(dayOfMonth: string, dayOfWeek: string, expression: string): DayRule {
  return {
    ...parseDayOfMonth(new FieldReader(DAY_OF_MONTH, dayOfMonth, expression)),
    ...parseDayOfWeek(new FieldReader(DAY_OF_WEEK, dayOfWeek, expression)),
    either: isRestricted(dayOfMonth) && isRestricted(dayOfWeek),
  };
}

const isRestricted = (text: string): boolean => !text.startsWith('*') && text !== '?';

function parseDayOfMonth(reader: FieldReader): DayOfMonthRule {
  if (reader.text === '?') return { daysOfMonth: ALL_DAYS, beforeLast: 0, nearestTo: 0, lastWorkday: false };
  let daysOfMonth = 0;
  let beforeLast = 0;
  let nearestTo = 0;
  let lastWorkday = false;
  for (const item of reader.items()) {
    const upper = item.toUpperCase();
    if (upper === 'LW') lastWorkday = true;
    else if (upper.startsWith('L')) beforeLast |= 1 << daysBeforeLast(reader, item);
    else if (upper.endsWith('W')) nearestTo |= 1 << (dayBeforeW(reader, item) - 1);
    else for (const day of reader.values(item)) daysOfMonth |= 1 << (day - 1);
  }
  return { daysOfMonth, beforeLast, nearestTo, lastWorkday };
}

function daysBeforeLast(reader: FieldReader, item: string): number {
  if (item.length === 1) return 0;
  const distance = /^L-([0-9]{1,2})$/i.exec(item)?.[1];
  const days = Number(distance);
  if (distance === undefined) throw reader.refuse(item, 'is not L, L-n or LW');
  if (days < 1 || days > 30) throw reader.refuse(item, 'is out of range: L-1 to L-30');
  return days;
}

function dayBeforeW(reader: FieldReader, item: string): number {
  const day = item.slice(0, -1);
  if (!/^[0-9]+$/.test(day)) throw reader.refuse(item, 'is not nW: one day of the month stands before W');
  return reader.number(item, day);
}

function parseDayOfWeek(reader: FieldReader): DayOfWeekRule {
  if (reader.text === '?') return { weekdays: ALL_WEEKDAYS, nthWeekdays: [], lastWeekdays: 0 };
  let weekdays = 0;
  let lastWeekdays = 0;
  const nthWeekdays: number[] = [];
  for (const item of reader.items()) {
    if (item.includes('#')) {
      const { weekday, week } = nthWeekday(reader, item);
      while (nthWeekdays.length < week) nthWeekdays.push(0);
      nthWeekdays[week - 1] = (nthWeekdays[week - 1] ?? 0) | (1 << weekday);
    } else if (/l$/i.test(item)) lastWeekdays |= 1 << weekdayBeforeL(reader, item);
    else for (const weekday of reader.values(item)) weekdays |= 1 << weekday;
  }
  return { weekdays, nthWeekdays, lastWeekdays };
}

function nthWeekday(reader: FieldReader, item: string): { weekday: number; week: number } {
  const [day = '', week = '', ...more] = item.split('#');
  if (day === '' || week === '') throw reader.refuse(item, 'has an empty part');
  if (more.length > 0 || !/^[0-9]+$/.test(week)) throw reader.refuse(item, 'is not n#k');
  if (!/^[1-5]$/.test(week)) throw reader.refuse(item, 'is out of range: k is 1 to 5');
  return { weekday: reader.fold(reader.number(item, day)), week: Number(week) };
}

function weekdayBeforeL(reader: FieldReader, item: string): number {
  const day = item.slice(0, -1);
  if (day === '')
    throw reader.refuse(item, 'L needs its weekday here, such as 5L for the last Friday of the month');
  return reader.fold(reader.number(item, day));
}
