/** Texts for times, durations, counts and sizes. The same words as the console has. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `1.2 s`, `3 min 5 s`, `2 h 10 min`, `4 d` */
export function duration(ms: number): string {
  const rounded = Math.max(0, ms);
  if (rounded < SECOND) return `${Math.round(rounded)} ms`;
  if (rounded < 10 * SECOND) return `${(rounded / SECOND).toFixed(1)} s`;
  if (rounded < MINUTE) return `${Math.round(rounded / SECOND)} s`;
  if (rounded < HOUR) return pair(rounded, { large: MINUTE, small: SECOND, names: ['min', 's'] });
  if (rounded < DAY) return pair(rounded, { large: HOUR, small: MINUTE, names: ['h', 'min'] });
  return pair(rounded, { large: DAY, small: HOUR, names: ['d', 'h'] });
}

/** Steps of an axis of durations, at which clocks have round numbers. */
export const DURATION_STEPS: readonly number[] = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 4, 8, 12, 24, 48, 96].map((hours) => hours * HOUR),
];

/** A duration in one unit, for axes: `750 ms`, `1.5 s`, `3.3 min` */
export function shortDuration(ms: number): string {
  if (ms === 0) return '0';
  const [unit, name] =
    ms < SECOND ? [1, 'ms'] : ms < MINUTE ? [SECOND, 's'] : ms < HOUR ? [MINUTE, 'min'] : [HOUR, 'h'];
  return `${Math.round((ms / Number(unit)) * 10) / 10} ${name}`;
}

interface Units {
  readonly large: number;
  readonly small: number;
  readonly names: readonly [string, string];
}

function pair(ms: number, { large, small, names }: Units): string {
  const whole = Math.floor(ms / large);
  const rest = Math.floor((ms % large) / small);
  return rest === 0 ? `${whole} ${names[0]}` : `${whole} ${names[0]} ${rest} ${names[1]}`;
}

/** `12 s ago`, `in 3 h` */
export function relative(at: number, now: number): string {
  const distance = Math.abs(at - now);
  if (distance < SECOND) return 'now';
  const text = coarse(distance);
  return at < now ? `${text} ago` : `in ${text}`;
}

function coarse(ms: number): string {
  if (ms < MINUTE) return `${Math.floor(ms / SECOND)} s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`;
  if (ms < 2 * DAY) return `${Math.floor(ms / HOUR)} h`;
  return `${Math.floor(ms / DAY)} d`;
}

const LOCAL = new Intl.DateTimeFormat('en-GB', {
  year: 'numeric',
  month: 'short',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** `18 Nov 2026, 20:13:43` where the browser is */
export const localTime = (at: Date): string => LOCAL.format(at);

const TIME_OF_DAY = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});

/** `20:13:43.250` where the browser is, for lines that follow each other within a second */
export const localTimeOfDay = (at: Date): string => TIME_OF_DAY.format(at);

/** `2026-11-18 20:13:43 UTC` */
export const utcTime = (at: Date): string => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;

const COUNT = new Intl.NumberFormat('en-GB');
export const count = (value: number): string => COUNT.format(value);

/** `1 execution`, `3 executions`, `1 retry`, `2 retries` */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

export function bytes(value: number): string {
  if (value < 1_000) return `${value} B`;
  if (value < 1_000_000) return `${(value / 1_000).toFixed(1)} kB`;
  return `${(value / 1_000_000).toFixed(1)} MB`;
}

/** `on_time` → `on time` */
export const words = (name: string): string => name.replaceAll('_', ' ');
