import { lowestBit } from '../local-time/bits.js';

/** Which days of a month an expression names. In a mask of days bit d-1 stands for day d, in a mask of weekdays bit w for weekday w. */
export interface DayRule {
  readonly daysOfMonth: number;
  /** Bit n stands for the day that is n days before the last day of the month. */
  readonly beforeLast: number;
  /** Days in place of which the nearest day from Monday to Friday matches. */
  readonly nearestTo: number;
  /** Whether the last day from Monday to Friday of the month matches. */
  readonly lastWorkday: boolean;
  readonly weekdays: number;
  /** Index k-1 holds the weekdays whose k-th occurrence in the month matches. */
  readonly nthWeekdays: readonly number[];
  /** Weekdays whose last occurrence in the month matches. */
  readonly lastWeekdays: number;
  /** Both day fields are restricted, so that a day has to match only one of them. */
  readonly either: boolean;
}

const SATURDAY = 6;

/** The matching days of a month, which depend only on its length and the weekday on which it begins. */
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

/** The nearest day from Monday to Friday in the same month: for the 1st on a Saturday that is Monday the 3rd. */
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

/** The weekdays as a mask of seven days that begin on the given weekday. */
function weekFrom(weekdays: number, firstWeekday: number): number {
  return ((weekdays | (weekdays << 7)) >> firstWeekday) & 127;
}
