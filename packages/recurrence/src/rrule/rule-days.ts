import { lowestBit, maskOf, nextBit } from '../local-time/bits.js';
import {
  dateOfDay,
  dayNumberOf,
  dayOf,
  isLeapYear,
  lengthOfMonth,
  monthOf,
  weekdayOf,
  yearOf,
} from '../local-time/local-calendar.js';
import type { RecurrenceRule, RuleWeekday } from './recurrence-rule.js';

/** Decides which days a rule names. A day has to match all parts of the rule that concern days. */
export class RuleDays {
  private readonly months: number;
  /** Bit d stands for day d of the month; in `lastMonthDays` for the d-th day from the end of the month. */
  private readonly monthDays: number;
  private readonly lastMonthDays: number;
  private readonly weekdays: number;
  private readonly nthWeekdays: readonly RuleWeekday[];
  private readonly nthInMonth: boolean;
  private readonly yearDays: ReadonlySet<number> | null;
  private readonly weekNumbers: ReadonlySet<number> | null;
  private readonly weekStart: number;

  constructor(rule: RecurrenceRule) {
    this.months = maskOf(rule.months);
    this.monthDays = maskOf(rule.monthDays.filter((day) => day > 0));
    this.lastMonthDays = maskOf(rule.monthDays.filter((day) => day < 0).map((day) => -day));
    this.weekdays = maskOf(rule.weekdays.filter(({ nth }) => nth === 0).map(({ weekday }) => weekday));
    this.nthWeekdays = rule.weekdays.filter(({ nth }) => nth !== 0);
    this.nthInMonth = rule.frequency === 'MONTHLY' || rule.months.length > 0;
    this.yearDays = rule.yearDays.length === 0 ? null : new Set(rule.yearDays);
    this.weekNumbers = rule.weekNumbers.length === 0 ? null : new Set(rule.weekNumbers);
    this.weekStart = rule.weekStart;
  }

  /** The first day that is not before `day` and lies in a month of the rule. */
  inMonthFrom(day: number): number {
    if (this.months === 0) return day;
    const date = dateOfDay(day);
    const month = monthOf(date);
    if (((this.months >> month) & 1) === 1) return day;
    const later = nextBit(this.months, month + 1);
    return later > 0
      ? dayNumberOf(yearOf(date), later, 1)
      : dayNumberOf(yearOf(date) + 1, lowestBit(this.months), 1);
  }

  matches(day: number): boolean {
    const date = dateOfDay(day);
    return (
      (this.months === 0 || ((this.months >> monthOf(date)) & 1) === 1) &&
      this.matchesMonthDay(date) &&
      this.matchesWeekday(day, date) &&
      (this.yearDays === null || this.matchesYearDay(this.yearDays, day, date)) &&
      (this.weekNumbers === null || this.matchesWeek(this.weekNumbers, day))
    );
  }

  private matchesMonthDay(date: number): boolean {
    if (this.monthDays === 0 && this.lastMonthDays === 0) return true;
    if (((this.monthDays >>> dayOf(date)) & 1) === 1) return true;
    const fromEnd = lengthOfMonth(yearOf(date), monthOf(date)) - dayOf(date) + 1;
    return ((this.lastMonthDays >>> fromEnd) & 1) === 1;
  }

  private matchesWeekday(day: number, date: number): boolean {
    if (this.weekdays === 0 && this.nthWeekdays.length === 0) return true;
    const weekday = weekdayOf(day);
    if (((this.weekdays >> weekday) & 1) === 1) return true;
    return this.nthWeekdays.some((wanted) => wanted.weekday === weekday && this.isNth(wanted.nth, day, date));
  }

  private isNth(nth: number, day: number, date: number): boolean {
    const year = yearOf(date);
    const first = this.nthInMonth ? day - dayOf(date) + 1 : dayNumberOf(year, 1, 1);
    const length = this.nthInMonth ? lengthOfMonth(year, monthOf(date)) : lengthOfYear(year);
    const index = day - first;
    return nth > 0 ? Math.floor(index / 7) + 1 === nth : Math.floor((length - 1 - index) / 7) + 1 === -nth;
  }

  private matchesYearDay(yearDays: ReadonlySet<number>, day: number, date: number): boolean {
    const year = yearOf(date);
    const index = day - dayNumberOf(year, 1, 1);
    return yearDays.has(index + 1) || yearDays.has(index - lengthOfYear(year));
  }

  /** A week belongs to the year that has four or more of its days. */
  private matchesWeek(weekNumbers: ReadonlySet<number>, day: number): boolean {
    const start = this.startOfWeek(day);
    const year = yearOf(dateOfDay(start + 3));
    const firstWeek = this.startOfWeek(dayNumberOf(year, 1, 4));
    const nextYear = this.startOfWeek(dayNumberOf(year + 1, 1, 4));
    return weekNumbers.has((start - firstWeek) / 7 + 1) || weekNumbers.has((start - nextYear) / 7);
  }

  private startOfWeek(day: number): number {
    return day - ((weekdayOf(day) - this.weekStart + 7) % 7);
  }
}

const lengthOfYear = (year: number): number => (isLeapYear(year) ? 366 : 365);
