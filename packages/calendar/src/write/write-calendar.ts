import type { ScheduledJob } from '@scheduler/contracts';
import ical, { ICalCalendarMethod, ICalEventTransparency } from 'ical-generator';
import { DateTime } from 'luxon';
import type { CalendarEntry } from '../entries/calendar-entry.js';
import { localText, zoneDefinition, type ZoneSpan } from './zone-definition.js';

/** The entries of one job, and what they say. */
export interface JobEntries {
  readonly job: ScheduledJob;
  readonly description: string;
  readonly url: string | null;
  readonly entries: readonly CalendarEntry[];
}

export interface CalendarText {
  readonly name: string;
  readonly jobs: readonly JobEntries[];
  readonly lengthMs: number;
  /** When the text is made. */
  readonly at: Date;
  readonly span: ZoneSpan;
}

/** How often a calendar should ask for a feed again. */
const REFRESH_SECONDS = 3_600;

/** The text of an iCalendar file (RFC 5545). */
export function writeCalendar({ name, jobs, lengthMs, at, span }: CalendarText): string {
  const calendar = ical({
    name,
    prodId: { company: 'scheduler', product: 'calendar' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_SECONDS,
    timezone: { name: null, generator: (zone) => zoneDefinition(zone, span) },
  });
  for (const { job, description, url, entries } of jobs) {
    for (const [index, entry] of entries.entries()) {
      // As luxon values with their zone, because a Date is written in the zone of this machine.
      const start = DateTime.fromJSDate(entry.start, { zone: entry.zone });
      calendar.createEvent({
        id: idOf(job, entry, index),
        start,
        end: start.plus({ milliseconds: lengthMs }),
        timezone: entry.zone,
        stamp: DateTime.fromJSDate(at, { zone: 'UTC' }),
        summary: job.name,
        description,
        url,
        categories: job.tags.map((tag) => ({ name: tag })),
        transparency: ICalEventTransparency.TRANSPARENT,
        ...(entry.rule === null ? {} : { repeating: repeatingOf(entry, entry.rule) }),
      });
    }
  }
  return calendar.toString();
}

/** The same in every export, so that a calendar replaces entries and does not add them again. */
function idOf(job: ScheduledJob, entry: CalendarEntry, index: number): string {
  const part = entry.rule === null ? entry.start.getTime().toString(36) : `rule-${index}`;
  return `${job.id}-${part}@scheduler`;
}

function repeatingOf({ until, excluded, zone }: CalendarEntry, rule: string): string {
  const isUtc = zone === 'UTC';
  const end = until === null ? '' : `;UNTIL=${localText(until.getTime())}Z`;
  const dates = excluded.map((wall) => `${localText(wall)}${isUtc ? 'Z' : ''}`).join(',');
  const exclusions = excluded.length === 0 ? [] : [`EXDATE${isUtc ? '' : `;TZID=${zone}`}:${dates}`];
  return [`RRULE:${rule}${end}`, ...exclusions].join('\r\n');
}
