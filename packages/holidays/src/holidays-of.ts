import { ConfigurationInvalid } from '@scheduler/contracts';
import {
  type Check,
  checkInput,
  fields,
  listOf,
  oneOf,
  optional,
  text,
  wholeNumber,
} from '@scheduler/contracts/adapter';
import Holidays from 'date-holidays';
import { partsOf } from './regions.js';

const KINDS = ['public', 'bank', 'school', 'optional', 'observance'] as const;

/** `public`: nobody has to work; `bank`: banks and offices are closed; the others are working days for most people. */
export type HolidayKind = (typeof KINDS)[number];

export interface Holiday {
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** In the language of the region. */
  readonly name: string;
  readonly kind: HolidayKind;
}

export interface HolidaysQuery {
  /** A country, or a part of it: `DE`, `DE-BY`, `US-CA`. */
  readonly region: string;
  /** The first year. */
  readonly from: number;
  /** The last year. */
  readonly to: number;
  /** Default: `['public']`. */
  readonly kinds?: readonly HolidayKind[];
}

export const FIRST_YEAR = 1970;
export const LAST_YEAR = 2100;
export const year: Check = wholeNumber(FIRST_YEAR, LAST_YEAR);
export const kindsCheck: Check = listOf(oneOf(...KINDS), 'a list of kinds');

const QUERY = fields(
  { region: text(20), from: year, to: year, kinds: optional(kindsCheck) },
  '{ region, from, to, kinds }',
);

/**
 * The whole days off of a region, in the order of time. A holiday of several days is one entry for each of them, and one that is moved from
 * a weekend also has its substitute. Half days, such as the afternoon of 24 December, are left out.
 *
 * @example
 * holidaysOf({ region: 'DE-BY', from: 2027, to: 2027 })[1]; // { date: '2027-01-06', name: 'Heilige Drei Könige', kind: 'public' }
 */
export function holidaysOf(query: HolidaysQuery): readonly Holiday[] {
  checkInput({ value: query, check: QUERY, field: 'query', error: ConfigurationInvalid });
  const { region, from, to, kinds = ['public'] } = query;
  checkYears(from, to);
  const [country = '', state = '', part = ''] = partsOf(region);
  const data = new Holidays(country, state, part, { types: [...kinds] });
  const years = Array.from({ length: to - from + 3 }, (_, index) => from - 1 + index);
  // Days of a holiday at the turn of the year belong to the other year.
  const days = years.flatMap((each) => data.getHolidays(each)).flatMap(daysOf);
  return days
    .filter(({ date }) => date >= `${from}-` && date < `${to + 1}-`)
    .filter(isFirst)
    .sort((one, other) => (one.date < other.date ? -1 : Number(one.date > other.date)));
}

/** Refuses years in the wrong order. */
export function checkYears(from: number, to: number): void {
  if (to >= from) return;
  throw new ConfigurationInvalid({
    field: 'to',
    value: to,
    problem: `is before 'from', ${from}`,
    accepted: `a year from ${from} to ${LAST_YEAR}`,
  });
}

interface Entry {
  readonly date: string;
  readonly start: Date;
  readonly end: Date;
  readonly name: string;
  readonly type: HolidayKind;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Its days begin at its date, however the clocks change meanwhile, and also if it begins the evening before. */
function daysOf({ date, start, end, name, type }: Entry): readonly Holiday[] {
  const hours = Math.round((end.getTime() - start.getTime()) / HOUR);
  // A day has 23 hours when clocks go forward; what is shorter is half a day.
  const wholeDays = Math.floor((hours + 1) / 24);
  const first = Date.parse(`${date.slice(0, 10)}T00:00:00Z`);
  return Array.from({ length: wholeDays }, (_, index) => ({
    date: new Date(first + index * DAY).toISOString().slice(0, 10),
    name,
    kind: type,
  }));
}

const isFirst = ({ date }: Holiday, index: number, all: readonly Holiday[]): boolean =>
  all.findIndex((each) => each.date === date) === index;
