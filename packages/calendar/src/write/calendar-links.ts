import type { ScheduledJob } from '@scheduler/contracts';
import type { CalendarEntry } from '../entries/calendar-entry.js';
import { localText } from './zone-definition.js';

export interface LinkedEntry {
  readonly job: ScheduledJob;
  readonly entry: CalendarEntry;
  readonly description: string;
  readonly lengthMs: number;
}

/** A page of Google Calendar that offers the entry with its rule. */
export function googleCalendarLink({ job, entry, description, lengthMs }: LinkedEntry): string {
  const { start, zone, rule, until } = entry;
  const times = [start.getTime(), start.getTime() + lengthMs].map((time) => `${localText(time)}Z`);
  const end = until === null ? '' : `;UNTIL=${localText(until.getTime())}Z`;
  return `https://calendar.google.com/calendar/render?${new URLSearchParams({
    action: 'TEMPLATE',
    text: job.name,
    dates: times.join('/'),
    ctz: zone,
    details: description,
    ...(rule === null ? {} : { recur: `RRULE:${rule}${end}` }),
  }).toString()}`;
}

/** A page of Outlook on the web that offers the next run; such links know no rules. */
export function outlookLink({ job, entry, description, lengthMs }: LinkedEntry): string {
  return `https://outlook.live.com/calendar/0/action/compose?${new URLSearchParams({
    rru: 'addevent',
    subject: job.name,
    startdt: entry.start.toISOString(),
    enddt: new Date(entry.start.getTime() + lengthMs).toISOString(),
    body: description,
  }).toString()}`;
}
