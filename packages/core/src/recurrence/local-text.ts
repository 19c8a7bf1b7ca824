import { dateOfDay, dayNumberAt, dayOf, monthOf, SECONDS_PER_DAY, yearOf } from './local-calendar.js';

const two = (value: number): string => String(value).padStart(2, '0');

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
  const time = local - dayNumberAt(local) * SECONDS_PER_DAY;
  const second = time % 60;
  const shown = `${two(Math.floor(time / 3_600))}:${two(Math.floor(time / 60) % 60)}`;
  return second === 0 ? shown : `${shown}:${two(second)}`;
}

/** `2027-03-14T03:00:00-04:00` */
export function showLocal(second: number, offset: number): string {
  const local = second + offset;
  const time = local - dayNumberAt(local) * SECONDS_PER_DAY;
  const clock = [time / 3_600, (time / 60) % 60, time % 60].map((part) => two(Math.floor(part))).join(':');
  return `${showDate(local)}T${clock}${showOffset(offset)}`;
}

function showOffset(offset: number): string {
  if (offset === 0) return 'Z';
  const size = Math.abs(offset);
  const seconds = size % 60 === 0 ? '' : `:${two(size % 60)}`;
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(size / 3_600))}:${two(Math.floor(size / 60) % 60)}${seconds}`;
}
