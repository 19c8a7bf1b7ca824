import { ScheduleInvalid } from '../errors/errors.js';

/** `'5m'`, `'1h30m'`, ISO 8601 `'PT5M'`, `{ minutes: 5 }`, or a number of milliseconds. */
export type DurationInput = number | string | DurationParts;

export interface DurationParts {
  readonly weeks?: number;
  readonly days?: number;
  readonly hours?: number;
  readonly minutes?: number;
  readonly seconds?: number;
  readonly milliseconds?: number;
}

export const DURATION_RULE =
  "a duration such as '5m', '1h30m', 'PT5M', { minutes: 5 } or a number of milliseconds";

const MILLISECONDS = {
  weeks: 604_800_000,
  days: 86_400_000,
  hours: 3_600_000,
  minutes: 60_000,
  seconds: 1_000,
  milliseconds: 1,
} as const;

type Unit = keyof typeof MILLISECONDS;

const SHORT_UNITS: Readonly<Record<string, Unit>> = {
  w: 'weeks',
  d: 'days',
  h: 'hours',
  m: 'minutes',
  s: 'seconds',
  ms: 'milliseconds',
};

const SHORT = /^(?:\d+(?:\.\d+)?(?:ms|[wdhms]))+$/;
const SHORT_PART = /(\d+(?:\.\d+)?)(ms|[wdhms])/g;
const ISO =
  /^P(?=.)(?:(\d+(?:\.\d+)?)W)?(?:(\d+(?:\.\d+)?)D)?(?:T(?=.)(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;
const ISO_UNITS: readonly Unit[] = ['weeks', 'days', 'hours', 'minutes', 'seconds'];
const MAX_TEXT_LENGTH = 64;
/** Longer durations could lead to instants outside of the range of Date. */
const MAX_DURATION_MS = 36_525 * MILLISECONDS.days;

/** Reads a duration as whole milliseconds, never negative. Throws ScheduleInvalid, which names the field. */
export function toMilliseconds(input: DurationInput, field = 'duration'): number {
  const milliseconds = readMilliseconds(input);
  if (milliseconds === null) {
    throw new ScheduleInvalid({ field, value: input, problem: 'is not a duration', accepted: DURATION_RULE });
  }
  if (milliseconds < 0) {
    throw new ScheduleInvalid({
      field,
      value: input,
      problem: 'must not be negative',
      accepted: DURATION_RULE,
    });
  }
  if (milliseconds > MAX_DURATION_MS) {
    throw new ScheduleInvalid({
      field,
      value: input,
      problem: 'is longer than 100 years',
      accepted: DURATION_RULE,
    });
  }
  return Math.round(milliseconds);
}

function readMilliseconds(input: unknown): number | null {
  if (typeof input === 'number') return Number.isFinite(input) ? input : null;
  if (typeof input === 'string') return readText(input.trim());
  if (typeof input === 'object' && input !== null && !Array.isArray(input)) return readParts(input);
  return null;
}

function readText(text: string): number | null {
  if (text.length > MAX_TEXT_LENGTH) return null;
  if (SHORT.test(text)) {
    let total = 0;
    for (const [, amount, unit] of text.matchAll(SHORT_PART)) total += Number(amount) * unitLength(unit);
    return total;
  }
  const iso = ISO.exec(text);
  if (iso === null) return null;
  return ISO_UNITS.reduce(
    (total, unit, index) => total + Number(iso[index + 1] ?? 0) * MILLISECONDS[unit],
    0,
  );
}

function unitLength(short: string | undefined): number {
  const unit = short === undefined ? undefined : SHORT_UNITS[short];
  return unit === undefined ? Number.NaN : MILLISECONDS[unit];
}

function readParts(parts: object): number | null {
  const entries = Object.entries(parts);
  if (entries.length === 0) return null;
  let total = 0;
  for (const [unit, amount] of entries) {
    if (!Object.hasOwn(MILLISECONDS, unit) || typeof amount !== 'number' || !Number.isFinite(amount))
      return null;
    total += amount * MILLISECONDS[unit as Unit];
  }
  return total;
}

const FORMAT_UNITS: readonly (readonly [Unit, string])[] = [
  ['days', 'd'],
  ['hours', 'h'],
  ['minutes', 'm'],
  ['seconds', 's'],
  ['milliseconds', 'ms'],
];

/** Formats a duration so that `toMilliseconds` reads it back: `5_400_000` becomes `'1h30m'`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 0) return `-${formatDuration(-milliseconds)}`;
  let rest = Math.round(milliseconds);
  if (rest === 0) return '0s';
  let text = '';
  for (const [unit, short] of FORMAT_UNITS) {
    const amount = Math.floor(rest / MILLISECONDS[unit]);
    if (amount > 0) text += `${amount}${short}`;
    rest -= amount * MILLISECONDS[unit];
  }
  return text;
}
