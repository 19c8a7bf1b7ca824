const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Each unit is used while its rounded count stays below the limit. */
const UNITS: readonly (readonly [string, number, number])[] = [
  ['s', SECOND, 60],
  ['min', MINUTE, 60],
  ['h', HOUR, 24],
  ['d', DAY, 60],
  ['mo', 30.44 * DAY, 24],
  ['y', 365.25 * DAY, Number.POSITIVE_INFINITY],
];

/** `in 3 h`, `2 d ago`, `now`. */
export function relativeTime(instant: Date, now: Date): string {
  const difference = instant.getTime() - now.getTime();
  const distance = Math.abs(difference);
  for (const [unit, length, limit] of UNITS) {
    const count = Math.round(distance / length);
    if (count >= limit) continue;
    if (count === 0) return 'now';
    return difference > 0 ? `in ${count} ${unit}` : `${count} ${unit} ago`;
  }
  return 'never';
}

/** The local time in a zone, such as `2027-03-14 03:00:00`. A zone that this runtime does not know is read as UTC. */
export function localTime(instant: Date, zone: string): string {
  const { year, month, day, hour, minute, second } = wallClock(instant, zone) ?? utcClock(instant);
  return `${pad(year, 4)}-${pad(month)}-${pad(day)} ${pad(hour)}:${pad(minute)}:${pad(second)}`;
}

/** `2027-03-14 07:00:00Z` */
export function utcTime(instant: Date): string {
  return `${localTime(instant, 'UTC')}Z`;
}

/** `850 ms`, `12.3 s`, `4 min 10 s`, `2 h 5 min`. */
export function elapsed(milliseconds: number): string {
  if (milliseconds < SECOND) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < MINUTE) return `${Math.round(milliseconds / 100) / 10} s`;
  if (milliseconds < HOUR) return twoUnits(milliseconds, [MINUTE, 'min'], [SECOND, 's']);
  return twoUnits(milliseconds, [HOUR, 'h'], [MINUTE, 'min']);
}

type UnitLength = readonly [number, string];

function twoUnits(milliseconds: number, [big, bigName]: UnitLength, [small, smallName]: UnitLength): string {
  const count = Math.round(milliseconds / small);
  const ratio = big / small;
  const rest = count % ratio;
  return rest === 0
    ? `${count / ratio} ${bigName}`
    : `${Math.floor(count / ratio)} ${bigName} ${rest} ${smallName}`;
}

export interface WallClock {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/** The local date and time in a zone. Null: this runtime does not know the zone. */
export function wallClock(instant: Date, zone: string): WallClock | null {
  if (zone === 'UTC') return utcClock(instant);
  const formatter = formatterOf(zone);
  if (formatter === null) return null;
  const parts: Record<string, number> = {};
  for (const { type, value } of formatter.formatToParts(instant)) parts[type] = Number(value);
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
  return { year, month, day, hour, minute, second };
}

function utcClock(instant: Date): WallClock {
  return {
    year: instant.getUTCFullYear(),
    month: instant.getUTCMonth() + 1,
    day: instant.getUTCDate(),
    hour: instant.getUTCHours(),
    minute: instant.getUTCMinutes(),
    second: instant.getUTCSeconds(),
  };
}

const formatters = new Map<string, Intl.DateTimeFormat | null>();

function formatterOf(zone: string): Intl.DateTimeFormat | null {
  const known = formatters.get(zone);
  if (known !== undefined) return known;
  const made = makeFormatter(zone);
  formatters.set(zone, made);
  return made;
}

function makeFormatter(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
  } catch {
    return null;
  }
}

function pad(value: number, length = 2): string {
  return String(value).padStart(length, '0');
}
