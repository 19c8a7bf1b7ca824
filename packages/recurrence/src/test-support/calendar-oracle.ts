import { type CalendarTrigger, WEEKDAYS } from '@scheduler/contracts';

const DAY = 86_400_000;
const MONDAY_BASED = (date: Date) => (date.getUTCDay() + 6) % 7;

/** Whether a calendar trigger runs on a date, which is given as its midnight in UTC. Decides each date on its own. For tests only. */
export function runsOnDate(trigger: CalendarTrigger, anchor: Date, date: Date): boolean {
  if (date < anchor) return false;
  switch (trigger.unit) {
    case 'day':
      return ((date.getTime() - anchor.getTime()) / DAY) % trigger.every === 0;
    case 'week':
      return isInWeek(trigger, anchor, date);
    case 'month':
      return monthsBetween(anchor, date) % trigger.every === 0 && isDayOfMonth(trigger, anchor, date);
    case 'year': {
      const years = date.getUTCFullYear() - anchor.getUTCFullYear();
      const month = trigger.month ?? anchor.getUTCMonth() + 1;
      return (
        years % trigger.every === 0 && date.getUTCMonth() + 1 === month && isDayOfMonth(trigger, anchor, date)
      );
    }
  }
}

function isInWeek({ every, weekdays }: CalendarTrigger, anchor: Date, date: Date): boolean {
  const mondayOf = (day: Date) => day.getTime() - MONDAY_BASED(day) * DAY;
  const weeks = (mondayOf(date) - mondayOf(anchor)) / (7 * DAY);
  const weekday = WEEKDAYS[MONDAY_BASED(date)]!;
  return (
    weeks % every === 0 &&
    (weekdays.length === 0 ? MONDAY_BASED(date) === MONDAY_BASED(anchor) : weekdays.includes(weekday))
  );
}

const monthsBetween = (from: Date, to: Date) =>
  (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();

function isDayOfMonth(
  { dayOfMonth, nthWeekday, overflow }: CalendarTrigger,
  anchor: Date,
  date: Date,
): boolean {
  const day = date.getUTCDate();
  const length = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  if (nthWeekday !== null) {
    if (WEEKDAYS[MONDAY_BASED(date)] !== nthWeekday.weekday) return false;
    return nthWeekday.nth === 'last' ? day + 7 > length : Math.ceil(day / 7) === nthWeekday.nth;
  }
  const wanted = dayOfMonth ?? anchor.getUTCDate();
  return day === wanted || (overflow === 'clamp' && wanted > length && day === length);
}
