import type { CalendarTrigger, NthWeekday } from '@scheduler/contracts';
import { checkCalendar } from '../calendar/check-calendar.js';
import type { Shared } from '../trigger/compile-trigger.js';
import { showTime } from '../local-time/local-text.js';
import { capitalized, every, join, monthName, ordinal } from './words.js';

const ADVERBS = { day: 'daily', week: 'weekly', month: 'monthly', year: 'yearly' } as const;

/** `every 2 weeks on Monday and Friday at 08:30, Europe/Berlin` */
export function describeCalendar(trigger: CalendarTrigger, { zones }: Shared): string {
  const time = showTime(checkCalendar(trigger));
  const unit = trigger.every === 1 ? ADVERBS[trigger.unit] : every(trigger.every, trigger.unit);
  const day = describeDay(trigger);
  return `${unit}${day === '' ? '' : ` on ${day}`} at ${time}, ${zones.get(trigger.zone).name}`;
}

function describeDay(trigger: CalendarTrigger): string {
  switch (trigger.unit) {
    case 'day':
      return '';
    case 'week':
      return trigger.weekdays.length === 0
        ? 'the weekday of its start'
        : join(trigger.weekdays.map(capitalized));
    case 'month':
      return dayInMonth(trigger, '');
    case 'year':
      return trigger.month === null ? dateOfStart(trigger) : dateInYear(trigger, trigger.month);
  }
}

function dateOfStart(trigger: CalendarTrigger): string {
  const isOpen = trigger.dayOfMonth === null && trigger.nthWeekday === null;
  return isOpen ? 'the date of its start' : dayInMonth(trigger, ' of the month of its start');
}

function dayInMonth(trigger: CalendarTrigger, month: string): string {
  const { nthWeekday, dayOfMonth } = trigger;
  if (nthWeekday !== null) return `the ${nthName(nthWeekday)}${month}`;
  if (dayOfMonth === null) return `the day of its start${month}`;
  return `the ${ordinal(dayOfMonth)}${month}${overflowNote(trigger, dayOfMonth > 28)}`;
}

function dateInYear(trigger: CalendarTrigger, month: number): string {
  const { nthWeekday, dayOfMonth } = trigger;
  if (nthWeekday !== null) return `the ${nthName(nthWeekday)} of ${monthName(month)}`;
  if (dayOfMonth === null) return `the day of its start in ${monthName(month)}`;
  const shortest = month === 2 ? 28 : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return `${dayOfMonth} ${monthName(month)}${overflowNote(trigger, dayOfMonth > shortest)}`;
}

function overflowNote({ overflow }: CalendarTrigger, mayOverflow: boolean): string {
  if (!mayOverflow) return '';
  return overflow === 'clamp' ? ' (or the last day of a shorter month)' : ' (only in months that have it)';
}

const nthName = ({ nth, weekday }: NthWeekday): string =>
  `${nth === 'last' ? 'last' : ordinal(nth)} ${capitalized(weekday)}`;
