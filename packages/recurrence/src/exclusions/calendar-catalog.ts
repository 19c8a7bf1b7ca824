import { type BusinessCalendar, ConfigurationInvalid, ScheduleInvalid } from '@scheduler/contracts';
import { didYouMean } from '@scheduler/contracts/adapter';
import { maskOf } from '../local-time/bits.js';
import { dayOfText } from './day-of-text.js';
import type { DaysOffRule } from './days-off.js';
import { cronWeekday } from '../local-time/weekday-numbers.js';

export type BusinessCalendars = Readonly<Record<string, BusinessCalendar>>;

type CalendarDaysOff = Pick<DaysOffRule, 'weekend' | 'holidays'>;

const NO_DAYS_OFF: CalendarDaysOff = { weekend: 0, holidays: new Set() };

/** The business calendars of an application, by name. */
export class CalendarCatalog {
  private readonly calendars: ReadonlyMap<string, CalendarDaysOff>;

  constructor(calendars: BusinessCalendars) {
    this.calendars = new Map(
      Object.entries(calendars).map(([name, calendar]) => [name, daysOffOf(name, calendar)]),
    );
  }

  /** The days off of a calendar. None without a name. */
  get(name: string | null): CalendarDaysOff {
    if (name === null) return NO_DAYS_OFF;
    return this.calendars.get(name) ?? this.refuse(name);
  }

  private refuse(name: string): never {
    const known = [...this.calendars.keys()];
    const meant = typeof name === 'string' ? didYouMean(name, known) : null;
    throw new ScheduleInvalid({
      field: 'exclusions.calendar',
      value: name,
      problem: `is not a calendar of this application${meant === null ? '' : `; did you mean '${meant}'?`}`,
      accepted: known.length === 0 ? 'a name from the setting calendars, which is empty' : known.join(', '),
    });
  }
}

function daysOffOf(name: string, { weekend, holidays }: BusinessCalendar): CalendarDaysOff {
  const days = holidays.map((text) => {
    const day = dayOfText(text);
    if (day !== null) return day;
    throw new ConfigurationInvalid({
      field: `calendars.${name}.holidays`,
      value: text,
      problem: 'is not an existing date',
      accepted: "dates such as '2027-12-24'",
    });
  });
  return { weekend: maskOf(weekend.map(cronWeekday)), holidays: new Set(days) };
}
