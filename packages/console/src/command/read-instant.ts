import { UsageError } from '../output/console-error.js';
import { type WallClock, wallClock } from '../output/times.js';
import type * as ZoneHint from './zone-hint.js';

export interface InstantText {
  readonly text: string;
  /** The zone of a time without an offset. Default UTC. */
  readonly zone?: string;
  /** For messages, such as `--at`. */
  readonly name: string;
}

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;
const ACCEPTED = "ISO 8601, such as '2030-01-31', '2030-01-31T09:30' or '2030-01-31T09:30:00+02:00'";
const MINUTE = 60_000;

/** Reads an instant that a person wrote. Refuses what does not exist: 30 February, 25:00, a time that a zone skips. */
export function readInstant({ text, zone = 'UTC', name }: InstantText): Date {
  const match = ISO.exec(text.trim());
  if (match === null) throw refuse(name, text, 'is not a date');
  const [, year, month, day, hour = 0, minute = 0, second = 0, fraction = '', offset] = match;
  const clock = numbers({ year, month, day, hour, minute, second });
  const asUtc = new Date(
    Date.UTC(clock.year, clock.month - 1, clock.day, clock.hour, clock.minute, clock.second),
  );
  if (!sameClock(wallClock(asUtc, 'UTC'), clock)) throw refuse(name, text, 'does not exist in the calendar');
  const instant = offset === undefined ? inZone(asUtc, clock, zone) : shift(asUtc, -offsetMinutes(offset));
  if (instant === 'unknown zone') throw refuseZone(zone);
  if (instant === null) throw refuse(name, text, `does not exist in ${zone}, whose clocks skip it`);
  return new Date(instant.getTime() + Number(fraction.padEnd(3, '0').slice(0, 3)));
}

/** A zone that this runtime knows; UTC where none is given. */
export function readZone(zone: string | undefined): string {
  if (zone === undefined) return 'UTC';
  if (wallClock(new Date(0), zone) === null) throw refuseZone(zone);
  return zone;
}

function refuseZone(zone: string): UsageError {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded for this message only, since most commands read zones
  const { zoneHint } = require('./zone-hint.js') as typeof ZoneHint;
  return new UsageError(
    `--zone: ${JSON.stringify(zone)} is not a time zone${zoneHint(zone)}; accepted: an IANA name, such as 'Europe/Berlin' or 'UTC'`,
  );
}

function refuse(name: string, text: string, problem: string): UsageError {
  return new UsageError(`${name}: ${JSON.stringify(text)} ${problem}; accepted: ${ACCEPTED}`);
}

/** The first instant at which clocks in the zone show this. Null: they never do. */
function inZone(asUtc: Date, clock: WallClock, zone: string): Date | null | 'unknown zone' {
  // The offset is that of a day before or of a day after, since no zone changes twice within two days.
  const candidates: Date[] = [];
  for (const neighbour of [shift(asUtc, -1440), shift(asUtc, 1440)]) {
    const shown = wallClock(neighbour, zone);
    if (shown === null) return 'unknown zone';
    const offset = Math.round((clockAsUtc(shown) - neighbour.getTime()) / MINUTE);
    candidates.push(shift(asUtc, -offset));
  }
  const existing = candidates.filter((candidate) => sameClock(wallClock(candidate, zone), clock));
  return existing.sort((a, b) => a.getTime() - b.getTime())[0] ?? null;
}

function clockAsUtc({ year, month, day, hour, minute, second }: WallClock): number {
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

function offsetMinutes(offset: string): number {
  if (offset.toUpperCase() === 'Z') return 0;
  const digits = offset.slice(1).replace(':', '').padEnd(4, '0');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return offset.startsWith('-') ? -minutes : minutes;
}

function shift(date: Date, minutes: number): Date {
  return new Date(date.getTime() + minutes * MINUTE);
}

type Readings = { readonly [Part in keyof WallClock]: string | number | undefined };

function numbers({ year, month, day, hour, minute, second }: Readings): WallClock {
  return {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
  };
}

function sameClock(a: WallClock | null, b: WallClock): boolean {
  return a !== null && clockAsUtc(a) === clockAsUtc(b) && a.month === b.month && a.hour === b.hour;
}
