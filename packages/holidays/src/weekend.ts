import type { Weekday } from '@scheduler/contracts';

const WEEKDAYS: readonly Weekday[] = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
];

interface WeekInfo {
  /** 1 is Monday. */
  readonly weekend: readonly number[];
}

/** Its name differs between versions of Node.js, and TypeScript knows neither. */
type WithWeekInfo = Intl.Locale & { readonly weekInfo?: WeekInfo; getWeekInfo?(): WeekInfo };

/** The weekend of a country, as Unicode's data has it: Friday and Saturday in Saudi Arabia, Sunday alone in India. */
export function weekendOf(country: string): readonly Weekday[] {
  const locale = new Intl.Locale(`und-${country}`) as WithWeekInfo;
  const days = (locale.getWeekInfo?.() ?? locale.weekInfo)?.weekend ?? [6, 7];
  return WEEKDAYS.filter((_, index) => days.includes(index + 1));
}
