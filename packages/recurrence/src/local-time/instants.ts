import { ScheduleInvalid } from '@scheduler/contracts';
import { LAST_SECOND } from './local-calendar.js';

/** The first whole second that is later than an instant. */
export function secondAfter(after: Date): number {
  const second = Math.floor(after.getTime() / 1_000) + 1;
  if (Number.isNaN(second)) throw refuseInstant(after, 'after');
  return second;
}

export function instantOf(second: number): Date | null {
  return second <= LAST_SECOND ? new Date(second * 1_000) : null;
}

/** The milliseconds of a Date. Throws ScheduleInvalid for anything else. */
export function millisecondsOf(value: unknown, field: string): number {
  // Not instanceof: a Date may come from another realm, such as a test runner's.
  const isDate = Object.prototype.toString.call(value) === '[object Date]';
  const milliseconds = isDate ? (value as Date).getTime() : Number.NaN;
  if (Number.isNaN(milliseconds)) throw refuseInstant(value, field);
  return milliseconds;
}

function refuseInstant(value: unknown, field: string): ScheduleInvalid {
  return new ScheduleInvalid({ field, value, problem: 'is not an instant', accepted: 'a valid Date' });
}
