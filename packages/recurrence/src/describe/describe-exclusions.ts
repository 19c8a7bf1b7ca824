import type { Exclusions, WeeklyHours } from '@scheduler/contracts';
import { capitalized, join } from './words.js';

const MOST_NAMED = 3;

/** `, except on 2027-12-24, except on days off of "bank" (moved to the next working day)`; empty where nothing is excluded. */
export function describeExclusions(exclusions: Exclusions | null): string {
  if (exclusions === null) return '';
  const { dates, hours, calendar, shift } = exclusions;
  const days = [...datesIn(dates), ...(calendar === null ? [] : [`days off of ${JSON.stringify(calendar)}`])];
  const move = shift === 'skip' ? '' : ` (moved to the ${shift} working day)`;
  const parts = [
    ...(days.length === 0 ? [] : [`on ${join(days)}${move}`]),
    ...(hours.length === 0 ? [] : [`during ${join(hours.map(describeHours))}`]),
  ];
  return parts.map((part) => `, except ${part}`).join('');
}

function datesIn(dates: readonly string[]): readonly string[] {
  const more = dates.length - MOST_NAMED;
  return more > 0 ? [...dates.slice(0, MOST_NAMED), `${more} more dates`] : dates;
}

function describeHours({ weekdays, from, to }: WeeklyHours): string {
  const on = weekdays.length === 0 ? '' : ` on ${join(weekdays.map(capitalized))}`;
  return `${from}–${to}${on}`;
}
