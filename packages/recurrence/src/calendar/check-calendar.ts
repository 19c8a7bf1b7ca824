import { type CalendarTrigger, ScheduleInvalid, type Weekday, WEEKDAYS } from '@scheduler/contracts';

/** Checks a calendar trigger and returns its time of day in seconds. */
export function checkCalendar(trigger: CalendarTrigger): number {
  const { unit, every } = trigger;
  requireOneOf('unit', unit, ['day', 'week', 'month', 'year']);
  if (!Number.isSafeInteger(every) || every < 1) {
    throw refuse('every', every, 'must be a whole number, at least 1', '1 for each, 2 for every second, …');
  }
  requireOneOf('overflow', trigger.overflow, ['clamp', 'skip']);
  checkWeekdays(trigger);
  checkMonth(trigger);
  checkDay(trigger);
  return timeOfDay(trigger.at);
}

const TIME = /^([01][0-9]|2[0-3]):([0-5][0-9])(?::([0-5][0-9]))?$/;

function timeOfDay(at: unknown): number {
  const [, hour, minute, second = 0] = (typeof at === 'string' && TIME.exec(at)) || [];
  if (hour === undefined)
    throw refuse('at', at, 'is not a local time', 'HH:MM or HH:MM:SS, from 00:00 to 23:59:59');
  return Number(hour) * 3_600 + Number(minute) * 60 + Number(second);
}

function checkWeekdays({ unit, weekdays }: CalendarTrigger): void {
  if (!Array.isArray(weekdays)) throw refuse('weekdays', weekdays, 'must be a list', weekdayRule);
  if (unit !== 'week' && weekdays.length > 0) {
    throw refuse(
      'weekdays',
      weekdays,
      `belongs to weekly triggers, not to the unit '${unit}'`,
      'an empty list',
    );
  }
  for (const weekday of weekdays) requireWeekday('weekdays', weekday);
}

function checkMonth({ unit, month }: CalendarTrigger): void {
  if (month === null) return;
  if (unit !== 'year')
    throw refuse('month', month, `belongs to yearly triggers, not to the unit '${unit}'`, 'null');
  requireInteger('month', month, 12);
}

function checkDay({ unit, dayOfMonth, nthWeekday }: CalendarTrigger): void {
  const inMonth = unit === 'month' || unit === 'year';
  const [field, value] = dayOfMonth === null ? ['nthWeekday', nthWeekday] : ['dayOfMonth', dayOfMonth];
  if (value === null) return;
  if (!inMonth) {
    throw refuse(field, value, `belongs to monthly and yearly triggers, not to the unit '${unit}'`, 'null');
  }
  if (dayOfMonth !== null && nthWeekday !== null) {
    throw refuse('nthWeekday', nthWeekday, 'excludes dayOfMonth', 'one of the two, the other null');
  }
  if (dayOfMonth !== null) requireInteger('dayOfMonth', dayOfMonth, 31);
  if (nthWeekday !== null) {
    requireOneOf('nthWeekday.nth', nthWeekday.nth, [1, 2, 3, 4, 5, 'last']);
    requireWeekday('nthWeekday.weekday', nthWeekday.weekday);
  }
}

const weekdayRule = WEEKDAYS.join(', ');

function requireWeekday(field: string, value: Weekday): void {
  if (!WEEKDAYS.includes(value)) throw refuse(field, value, 'is not a weekday', weekdayRule);
}

function requireInteger(field: string, value: number, highest: number): void {
  if (!Number.isInteger(value) || value < 1 || value > highest) {
    throw refuse(field, value, 'is out of range', `a whole number from 1 to ${highest}`);
  }
}

function requireOneOf(field: string, value: unknown, allowed: readonly unknown[]): void {
  if (!allowed.includes(value)) throw refuse(field, value, 'is unknown', allowed.join(', '));
}

function refuse(field: string, value: unknown, problem: string, accepted: string): ScheduleInvalid {
  return new ScheduleInvalid({ field: `trigger.${field}`, value, problem, accepted });
}
