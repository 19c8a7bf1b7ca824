import { type Exclusions, ScheduleInvalid, type WeeklyHours, WEEKDAYS } from '@scheduler/contracts';
import type { CalendarCatalog } from './calendar-catalog.js';
import { dayOfText } from './day-of-text.js';
import { DaysOff } from './days-off.js';
import { type HourRange, HoursOff } from './hours-off.js';
import { cronWeekday } from '../local-time/weekday-numbers.js';

/** The checked exclusions of one job. Null: no days, or no hours, are excluded. */
export interface ReadExclusions {
  readonly days: DaysOff | null;
  readonly hours: HoursOff | null;
  readonly shift: Exclusions['shift'];
}

export const NO_EXCLUSIONS: ReadExclusions = { days: null, hours: null, shift: 'skip' };

const SHIFTS: readonly unknown[] = ['skip', 'previous', 'next'];

/** Checks the exclusions of a job. Throws ScheduleInvalid for invalid ones, such as 30 February or an unknown calendar. */
export function readExclusions(
  exclusions: Exclusions | null | undefined,
  calendars: CalendarCatalog,
): ReadExclusions {
  if (exclusions === null || exclusions === undefined) return NO_EXCLUSIONS;
  const { dates, hours, calendar, shift } = exclusions;
  if (!SHIFTS.includes(shift)) throw refuse('shift', shift, 'is not known', SHIFTS.join(', '));
  const hasDays = dates.length > 0 || calendar !== null;
  const rule = { dates: new Set(dates.map(readDate)), ...calendars.get(calendar) };
  return {
    days: hasDays ? new DaysOff(rule) : null,
    hours: hours.length > 0 ? readHours(hours) : null,
    shift,
  };
}

function readDate(text: string): number {
  const day = dayOfText(text);
  if (day !== null) return day;
  throw refuse('dates', text, 'is not an existing date', "dates such as '2027-12-24'");
}

function readHours(hours: readonly WeeklyHours[]): HoursOff {
  const ranges: HourRange[][] = WEEKDAYS.map(() => []);
  for (const entry of hours) {
    const range = { from: readTime(entry.from), to: readTime(entry.to) };
    if (range.from >= range.to) {
      throw refuse('hours', entry, 'end before they begin', 'hours of one day; 24:00 is its end');
    }
    const weekdays = entry.weekdays.length === 0 ? WEEKDAYS : entry.weekdays;
    for (const weekday of weekdays) ranges[cronWeekday(weekday)]?.push(range);
  }
  return new HoursOff(ranges);
}

function readTime(text: string): number {
  const match = /^(?:([01]\d|2[0-3]):([0-5]\d)|24:00)$/.exec(text);
  if (match === null) throw refuse('hours', text, 'is not a local time', 'HH:MM, from 00:00 to 24:00');
  return match[1] === undefined ? 86_400 : Number(match[1]) * 3_600 + Number(match[2]) * 60;
}

function refuse(field: string, value: unknown, problem: string, accepted: string): ScheduleInvalid {
  return new ScheduleInvalid({ field: `exclusions.${field}`, value, problem, accepted });
}
