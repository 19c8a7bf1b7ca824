import { dateOfDay, dayNumberAt, dayOf, monthOf, SECONDS_PER_DAY, yearOf } from './local-calendar.js';

const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');

/** `2027-03-14` */
export function showDate(local: number): string {
  const date = dateOfDay(dayNumberAt(local));
  const year = yearOf(date);
  const shown = year >= 0 && year <= 9_999 ? String(year).padStart(4, '0') : signedYear(year);
  return `${shown}-${two(monthOf(date))}-${two(dayOf(date))}`;
}

/** ISO 8601 writes years of more than four digits with a sign and six digits, as Date does. */
function signedYear(year: number): string {
  return `${year < 0 ? '-' : '+'}${String(Math.abs(year)).padStart(6, '0')}`;
}

/** `02:30`, or `02:30:15` where the second is not 0. */
export function showTime(local: number): string {
  const clock = showClock(local);
  return clock.endsWith(':00') ? clock.slice(0, 5) : clock;
}

function showClock(local: number): string {
  const time = local - dayNumberAt(local) * SECONDS_PER_DAY;
  return `${two(time / 3_600)}:${two((time / 60) % 60)}:${two(time % 60)}`;
}

/** `2027-03-14T03:00:00-04:00`, with milliseconds where there are any. */
export function showLocal(at: Date, offset: number): string {
  const local = Math.floor(at.getTime() / 1_000) + offset;
  const milliseconds = at.getUTCMilliseconds();
  const fraction = milliseconds === 0 ? '' : `.${String(milliseconds).padStart(3, '0')}`;
  return `${showDate(local)}T${showClock(local)}${fraction}${showOffset(offset)}`;
}

function showOffset(offset: number): string {
  const size = Math.abs(offset);
  const seconds = size % 60 === 0 ? '' : `:${two(size % 60)}`;
  return `${offset < 0 ? '-' : '+'}${two(size / 3_600)}:${two((size / 60) % 60)}${seconds}`;
}
