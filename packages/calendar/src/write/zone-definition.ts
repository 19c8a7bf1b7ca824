import { IANAZone } from 'luxon';
import { dayName } from '../rules/calendar-rule.js';
import { nameAt, type Transition, zoneTransitions } from './zone-transitions.js';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** The span of the entries that need the definition. */
export interface ZoneSpan {
  readonly from: Date;
  readonly until: Date;
}

/**
 * A VTIMEZONE by the zone data of the runtime. Where clocks change by the same rule each year it has one yearly rule for standard time and
 * one for daylight saving, the only form that Outlook understands; otherwise it names each change.
 */
export function zoneDefinition(name: string, { from, until }: ZoneSpan): string {
  const begin = Date.UTC(from.getUTCFullYear() - 1, 0, 1);
  const end = Date.UTC(until.getUTCFullYear() + 2, 0, 1);
  const transitions = zoneTransitions(name, begin, end);
  return ['BEGIN:VTIMEZONE', `TZID:${name}`, ...observances(name, begin, transitions), 'END:VTIMEZONE'].join(
    '\r\n',
  );
}

function observances(name: string, begin: number, transitions: readonly Transition[]): readonly string[] {
  if (transitions.length === 0) return constant(name, begin);
  const kinds = [true, false].map((isDaylightSaving) =>
    transitions.filter((change) => change.isDaylightSaving === isDaylightSaving),
  );
  const yearly = kinds.map(yearlyRule);
  if (yearly.every((rule) => rule !== null)) {
    return kinds.flatMap(([first], index) =>
      first === undefined ? [] : observance(first, `RRULE:${yearly[index] ?? ''}`),
    );
  }
  return [...constant(name, begin), ...transitions.flatMap((change) => observance(change, null))];
}

/** A zone whose clocks do not change, or its time until the first change. */
function constant(name: string, begin: number): readonly string[] {
  const offset = IANAZone.create(name).offset(begin);
  return observance({ at: begin, offsetBefore: offset, offsetAfter: offset, ...nameAt(name, begin) }, null);
}

function observance(change: Transition, rule: string | null): readonly string[] {
  const { at, offsetBefore, offsetAfter, abbreviation, isDaylightSaving } = change;
  const kind = isDaylightSaving ? 'DAYLIGHT' : 'STANDARD';
  return [
    `BEGIN:${kind}`,
    `DTSTART:${localText(at + offsetBefore * MINUTE)}`,
    ...(rule === null ? [] : [rule]),
    `TZOFFSETFROM:${offsetText(offsetBefore)}`,
    `TZOFFSETTO:${offsetText(offsetAfter)}`,
    `TZNAME:${abbreviation}`,
    `END:${kind}`,
  ];
}

/** The rule that all changes follow: the same weekday of the same month at the same time, once a year. Null: there is none. */
function yearlyRule(changes: readonly Transition[]): string | null {
  const [first] = changes;
  if (first === undefined) return null;
  const years = changes.map((change) => wallOf(change).getUTCFullYear());
  if (years.some((year, index) => year !== (years[0] ?? 0) + index)) return null;
  const isAlike = changes.every(
    (change) =>
      change.offsetBefore === first.offsetBefore &&
      change.offsetAfter === first.offsetAfter &&
      wallOf(change).getTime() % DAY === wallOf(first).getTime() % DAY &&
      wallOf(change).getUTCMonth() === wallOf(first).getUTCMonth() &&
      wallOf(change).getUTCDay() === wallOf(first).getUTCDay(),
  );
  const nth = isAlike ? commonPlace(changes.map(wallOf)) : null;
  if (nth === null) return null;
  const date = wallOf(first);
  return `FREQ=YEARLY;BYMONTH=${date.getUTCMonth() + 1};BYDAY=${nth}${dayName(date.getUTCDay())}`;
}

const wallOf = ({ at, offsetBefore }: Transition): Date => new Date(at + offsetBefore * MINUTE);

/** Which such weekday of the month all dates are, from the beginning or, as -1, the last. Null: no such number. */
function commonPlace(dates: readonly Date[]): number | null {
  const places = dates.map((date) => Math.ceil(date.getUTCDate() / 7));
  const isLast = dates.every((date) => date.getUTCDate() + 7 > daysInMonth(date));
  if (isLast) return -1;
  const [place] = places;
  return place !== undefined && place < 5 && places.every((other) => other === place) ? place : null;
}

function daysInMonth(date: Date): number {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
}

/** `20270314T020000` */
export function localText(wall: number): string {
  return new Date(wall).toISOString().slice(0, 19).replace(/[-:]/g, '');
}

function offsetText(minutes: number): string {
  const size = Math.abs(minutes);
  const digits = (value: number) => String(value).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${digits(Math.floor(size / 60))}${digits(size % 60)}`;
}
