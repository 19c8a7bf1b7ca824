import { type CalendarTrigger, type NthWeekday, type Weekday, WEEKDAYS } from '@scheduler/contracts';
import { type CalendarRule, dayName, ruleText } from './calendar-rule.js';
import { wallTimeOf } from './wall-time.js';

const DAY = 86_400_000;

/**
 * The rules of a calendar trigger, which count from the date of the anchor. Null: calendars know no such rule, as for the 30th or the last
 * day of every second month.
 */
export function rulesOfCalendar(trigger: CalendarTrigger, jobAnchor: Date): readonly CalendarRule[] | null {
  const { every, zone, at } = trigger;
  const anchor = wallTimeOf(trigger.anchor ?? jobAnchor, zone);
  const start = Math.floor(anchor / DAY) * DAY + timeOfDay(at);
  const interval: Part = ['INTERVAL', every];
  const days = daysOf(trigger, new Date(anchor));
  if (days === null) return null;
  return days.map((parts) => ({ rule: ruleText([...parts, interval]), zone, start }));
}

type Part = readonly [string, readonly (string | number)[] | string | number];

/** For each rule its frequency and its days. */
function daysOf(trigger: CalendarTrigger, anchor: Date): readonly (readonly Part[])[] | null {
  const { unit, every, weekdays, nthWeekday, dayOfMonth, overflow } = trigger;
  const month = trigger.month ?? anchor.getUTCMonth() + 1;
  const day = dayOfMonth ?? anchor.getUTCDate();
  switch (unit) {
    case 'day':
      return [[['FREQ', 'DAILY']]];
    case 'week': {
      const days = weekdays.length > 0 ? weekdays.map(weekdayNumber) : [anchor.getUTCDay()];
      return [
        [
          ['FREQ', 'WEEKLY'],
          ['BYDAY', days.map(dayName)],
          ['WKST', 'MO'],
        ],
      ];
    }
    case 'month':
      if (nthWeekday !== null)
        return [
          [
            ['FREQ', 'MONTHLY'],
            ['BYDAY', nthOf(nthWeekday)],
          ],
        ];
      return overflow === 'clamp'
        ? lastDays(day, every)
        : [
            [
              ['FREQ', 'MONTHLY'],
              ['BYMONTHDAY', day],
            ],
          ];
    case 'year': {
      const yearly: readonly Part[] = [
        ['FREQ', 'YEARLY'],
        ['BYMONTH', month],
      ];
      if (nthWeekday !== null) return [[...yearly, ['BYDAY', nthOf(nthWeekday)]]];
      const clamped = overflow === 'clamp' && day > (SHORTEST[month - 1] ?? 31) ? -1 : day;
      return [[...yearly, ['BYMONTHDAY', clamped]]];
    }
  }
}

/** The days that a month always has. */
const SHORTEST = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** A day of each month, or its last one. Not by BYSETPOS, which some calendars do not apply to days of the month. */
function lastDays(day: number, every: number): readonly (readonly Part[])[] | null {
  const monthly: Part = ['FREQ', 'MONTHLY'];
  if (day <= 28) return [[monthly, ['BYMONTHDAY', day]]];
  if (day === 31) return [[monthly, ['BYMONTHDAY', -1]]];
  if (every > 1) return null;
  const others = [1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
  return [
    [
      ['FREQ', 'YEARLY'],
      ['BYMONTH', others],
      ['BYMONTHDAY', day],
    ],
    [
      ['FREQ', 'YEARLY'],
      ['BYMONTH', 2],
      ['BYMONTHDAY', -1],
    ],
  ];
}

/** 1 is Monday, 7 is Sunday. */
function weekdayNumber(weekday: Weekday): number {
  return WEEKDAYS.indexOf(weekday) + 1;
}

function nthOf({ nth, weekday }: NthWeekday): string {
  return `${nth === 'last' ? -1 : nth}${dayName(weekdayNumber(weekday))}`;
}

/** Milliseconds from `HH:MM` or `HH:MM:SS`. */
function timeOfDay(at: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = at.split(':').map(Number);
  return ((hours * 60 + minutes) * 60 + seconds) * 1_000;
}
