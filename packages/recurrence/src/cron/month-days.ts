import { lowestBit } from '../local-time/bits.js';

/** Which days of a month an expression names. Bit d-1 of a mask of days stands for day d, bit w of one of weekdays for weekday w. */
export interface DayRule {
  readonly daysOfMonth: number;
  /** Bit n: n days before the last day of the month. */
  readonly beforeLast: number;
  /** Days whose nearest weekday (Monday to Friday) counts. */
  readonly nearestTo: number;
  /** The last Monday to Friday of the month. */
  readonly lastWorkday: boolean;
  readonly weekdays: number;
  /** Weekdays that count in their k-th week: index k-1. */
  readonly nthWeekdays: readonly number[];
  /** Weekdays that count the last time in the month. */
  readonly lastWeekdays: number;
  /** Both day fields are restricted: a day that matches one of them counts. */
  readonly either: boolean;
}

const SATURDAY = 6;

/** The days of a month that match: all that matters is its length and on which weekday it begins. */
export function monthDays(rule: DayRule, firstWeekday: number, length: number): number {
  const all = 0x7fff_ffff >>> (31 - length);
  const byMonth = daysByMonth(rule, firstWeekday, length);
  const byWeek = daysByWeek(rule, firstWeekday, length);
  return (rule.either ? byMonth | byWeek : byMonth & byWeek) & all;
}

function daysByMonth(rule: DayRule, firstWeekday: number, length: number): number {
  let days = rule.daysOfMonth;
  for (let rest = rule.beforeLast; rest !== 0; rest &= rest - 1) {
    const day = length - lowestBit(rest);
    if (day >= 1) days |= 1 << (day - 1);
  }
  for (let rest = rule.nearestTo; rest !== 0; rest &= rest - 1) {
    const day = lowestBit(rest) + 1;
    if (day <= length) days |= 1 << (nearestWorkday(day, firstWeekday, length) - 1);
  }
  if (rule.lastWorkday) days |= 1 << (nearestWorkday(length, firstWeekday, length) - 1);
  return days;
}

/** Never leaves the month: the 1st on a Saturday becomes Monday the 3rd, the last on a Sunday the Friday before. */
function nearestWorkday(day: number, firstWeekday: number, length: number): number {
  const weekday = (firstWeekday + day - 1) % 7;
  if (weekday === SATURDAY) return day === 1 ? 3 : day - 1;
  if (weekday === 0) return day === length ? day - 2 : day + 1;
  return day;
}

function daysByWeek(rule: DayRule, firstWeekday: number, length: number): number {
  const week = weekFrom(rule.weekdays, firstWeekday);
  let days = week | (week << 7) | (week << 14) | (week << 21) | (week << 28);
  for (let k = 0; k < rule.nthWeekdays.length; k += 1) {
    days |= weekFrom(rule.nthWeekdays[k] ?? 0, firstWeekday) << (7 * k);
  }
  if (rule.lastWeekdays !== 0) {
    days |= weekFrom(rule.lastWeekdays, (firstWeekday + length - 7) % 7) << (length - 7);
  }
  return days;
}

/** Seven days that begin on the given weekday. */
function weekFrom(weekdays: number, firstWeekday: number): number {
  return ((weekdays | (weekdays << 7)) >> firstWeekday) & 127;
}
