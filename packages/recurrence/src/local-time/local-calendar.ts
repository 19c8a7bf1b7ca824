/**
 * Dates and times of day as integers, in the proleptic Gregorian calendar and without any zone: a local time is the
 * number of seconds from 1970-01-01T00:00:00 as the wall clock reads it.
 */

export const SECONDS_PER_DAY = 86_400;

/** The second of the last instant that a Date can hold. */
export const LAST_SECOND = 8_640_000_000_000;

/** Year, month (1–12) and day in one integer, so that taking a date apart allocates nothing. */
export type PackedDate = number;

export const yearOf = (date: PackedDate): number => date >> 9;
export const monthOf = (date: PackedDate): number => (date >> 5) & 15;
export const dayOf = (date: PackedDate): number => date & 31;

/** The date of a day number; day 0 is 1970-01-01. Years count from March, so that the leap day is the last. */
export function dateOfDay(dayNumber: number): PackedDate {
  const shifted = dayNumber + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = (shifted - era * 146_097) | 0;
  const yearOfEra =
    ((dayOfEra - ((dayOfEra / 1_460) | 0) + ((dayOfEra / 36_524) | 0) - ((dayOfEra / 146_096) | 0)) / 365) |
    0;
  const dayOfYear = dayOfEra - (365 * yearOfEra + (yearOfEra >> 2) - ((yearOfEra / 100) | 0));
  const monthFromMarch = ((5 * dayOfYear + 2) / 153) | 0;
  const day = dayOfYear - (((153 * monthFromMarch + 2) / 5) | 0) + 1;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return year * 512 + month * 32 + day;
}

/** The day number of a date. */
export function dayNumberOf(year: number, month: number, day: number): number {
  const marchYear = month <= 2 ? year - 1 : year;
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - era * 400;
  const dayOfYear = (((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) | 0) + day - 1;
  const dayOfEra = yearOfEra * 365 + (yearOfEra >> 2) - ((yearOfEra / 100) | 0) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** 0 is Sunday, as in cron. */
export function weekdayOf(dayNumber: number): number {
  return ((dayNumber % 7) + 11) % 7;
}

export function isLeapYear(year: number): boolean {
  return (year & 3) === 0 && (year % 100 !== 0 || year % 400 === 0);
}

export function lengthOfMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  // April, June, September, November.
  return (0b1010_0101_0000 >> month) & 1 ? 30 : 31;
}

export function dayNumberAt(localSeconds: number): number {
  return Math.floor(localSeconds / SECONDS_PER_DAY);
}
