import type { Forecast } from '@scheduler/client';
import type { GridRow } from '../../design/cell-grid.jsx';
import { counted } from '../../design/format.js';
import { levelOf } from '../../design/levels.js';

const HOURS = 24;

interface HourOfDay {
  readonly at: string;
  readonly starts: number;
}

/** The hours of a forecast as rows of days, by the hour of the day in a zone. Where the clocks go back, two hours share a place. */
export function daysOf(hours: Forecast['hours'], zone: string): readonly GridRow[] {
  const most = Math.max(0, ...hours.map(({ starts }) => starts));
  const days = new Map<string, (HourOfDay | undefined)[]>();
  const partsOf = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  });
  for (const { at, starts } of hours) {
    const [date = '', hour = '0'] = partsOf.format(new Date(at)).split(', ');
    const places = days.get(date) ?? Array<HourOfDay | undefined>(HOURS).fill(undefined);
    days.set(date, places);
    const before = places[Number(hour)];
    places[Number(hour)] = { at: before?.at ?? at, starts: (before?.starts ?? 0) + starts };
  }
  return [...days].map(([date, places]) => rowOf(date, places, most));
}

const DAY = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
});

function rowOf(date: string, places: readonly (HourOfDay | undefined)[], most: number): GridRow {
  const label = DAY.format(new Date(`${date}T00:00:00Z`)).replace(',', '');
  return {
    key: date,
    label,
    cells: places.map(
      (hour, column) =>
        hour && {
          key: hour.at,
          level: levelOf(hour.starts, most),
          label: `${label} ${twoDigits(column)}:00: ${counted(hour.starts, 'run')}`,
        },
    ),
  };
}

export const twoDigits = (value: number): string => String(value).padStart(2, '0');
export const HOUR_NAMES: readonly string[] = Array.from({ length: HOURS }, (_, hour) => twoDigits(hour));

const HOUR = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

/** `Thu 19 Nov, 09:00` */
export function hourText(at: string): string {
  return HOUR.format(new Date(at)).replace(/^(\w+),/, '$1');
}
