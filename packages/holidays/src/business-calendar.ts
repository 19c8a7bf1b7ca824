import { type BusinessCalendar, ConfigurationInvalid, type Weekday, WEEKDAYS } from '@scheduler/contracts';
import { accepting, checkInput, fields, listOf, oneOf, optional } from '@scheduler/contracts/adapter';
import { checkYears, type HolidayKind, holidaysOf, kindsCheck, LAST_YEAR, year } from './holidays-of.js';
import { partsOf } from './regions.js';
import { weekendOf } from './weekend.js';

export interface BusinessCalendarOptions {
  /** The first year whose holidays are in it. Default: last year. */
  readonly from?: number;
  /** The last year whose holidays are in it. Default: ten years after the first; later days have weekends alone. */
  readonly to?: number;
  /** Default: `['public']`. */
  readonly kinds?: readonly HolidayKind[];
  /** Default: that of the country. */
  readonly weekend?: readonly Weekday[];
  /** Further days off, such as those of a company: `YYYY-MM-DD`. */
  readonly also?: readonly string[];
}

/** A business calendar that is your own to change, and that the setting `calendars` takes as it is. */
export interface RegionCalendar extends BusinessCalendar {
  readonly weekend: Weekday[];
  readonly holidays: string[];
}

const YEARS = 10;
const aDate = accepting(
  (value) => typeof value === 'string' && isDate(value),
  'is not an existing date',
  "dates such as '2027-12-24'",
);
const OPTIONS = fields(
  {
    from: optional(year),
    to: optional(year),
    kinds: optional(kindsCheck),
    weekend: optional(listOf(oneOf(...WEEKDAYS), 'a list of weekdays')),
    also: optional(listOf(aDate, 'a list of dates')),
  },
  '{ from, to, kinds, weekend, also }',
);

/**
 * The days off of a country or a part of it, for the setting `calendars` and so for `exclusions.calendar` of jobs.
 *
 * @example
 * createSchedulerNode({ store, config: { calendars: { bavaria: businessCalendar('DE-BY') } } });
 * // Every 15th at 09:00, or on the next working day in Bavaria:
 * await scheduler.schedule({ …, trigger: trigger.monthly({ day: 15, at: '09:00' }), exclusions: { calendar: 'bavaria', shift: 'next' } });
 */
export function businessCalendar(region: string, options: BusinessCalendarOptions = {}): RegionCalendar {
  checkInput({ value: options, check: OPTIONS, field: 'options', error: ConfigurationInvalid });
  const [country = ''] = partsOf(region);
  const from = options.from ?? new Date().getFullYear() - 1;
  const to = options.to ?? Math.min(from + YEARS, LAST_YEAR);
  checkYears(from, to);
  const { kinds = ['public'], weekend = weekendOf(country), also = [] } = options;
  const holidays = holidaysOf({ region, from, to, kinds }).map(({ date }) => date);
  return { weekend: [...weekend], holidays: [...new Set([...holidays, ...also])].sort() };
}

function isDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text;
}
