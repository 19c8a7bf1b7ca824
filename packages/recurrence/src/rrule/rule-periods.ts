import { dateOfDay, dayNumberOf, monthOf, yearOf } from '../local-time/local-calendar.js';
import type { RecurrenceRule } from './recurrence-rule.js';

/** Years, months, weeks or days with consecutive numbers. */
export interface RulePeriods {
  /** The period that a day lies in. */
  indexOf(day: number): number;
  firstDay(index: number): number;
  /** The number of periods in the Gregorian cycle of 400 years, after which everything repeats. */
  readonly perCycle: number;
}

// 1970-01-01, day 0, is a Thursday.
const THURSDAY = 4;

export function periodsOf({ frequency, weekStart }: RecurrenceRule): RulePeriods {
  switch (frequency) {
    case 'YEARLY':
      return {
        indexOf: (day) => yearOf(dateOfDay(day)),
        firstDay: (year) => dayNumberOf(year, 1, 1),
        perCycle: 400,
      };
    case 'MONTHLY':
      return { indexOf: monthIndexOf, firstDay: firstDayOfMonth, perCycle: 4_800 };
    case 'WEEKLY': {
      const shift = (THURSDAY - weekStart + 7) % 7;
      return {
        indexOf: (day) => Math.floor((day + shift) / 7),
        firstDay: (week) => week * 7 - shift,
        perCycle: 20_871,
      };
    }
    default:
      return { indexOf: (day) => day, firstDay: (day) => day, perCycle: 146_097 };
  }
}

function monthIndexOf(day: number): number {
  const date = dateOfDay(day);
  return yearOf(date) * 12 + monthOf(date) - 1;
}

function firstDayOfMonth(index: number): number {
  const year = Math.floor(index / 12);
  return dayNumberOf(year, index - year * 12 + 1, 1);
}
