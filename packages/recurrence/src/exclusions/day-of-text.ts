import { dayNumberOf, lengthOfMonth } from '../local-time/local-calendar.js';

/** The day number of `2027-12-24`. Null: there is no such date. */
export function dayOfText(text: unknown): number | null {
  const match = typeof text === 'string' ? /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) : null;
  if (match === null) return null;
  const [year = 0, month = 0, day = 0] = match.slice(1).map(Number);
  const exists = month >= 1 && month <= 12 && day >= 1 && day <= lengthOfMonth(year, month);
  return exists ? dayNumberOf(year, month, day) : null;
}
