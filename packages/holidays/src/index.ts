/** Public holidays of countries and their regions as business calendars. */
export { businessCalendar, type BusinessCalendarOptions, type RegionCalendar } from './business-calendar.js';
export { type Holiday, type HolidayKind, holidaysOf, type HolidaysQuery } from './holidays-of.js';
export { regionsOf, type RegionName } from './regions.js';
