import ICAL from 'ical.js';
import { expandRecurringEvent, sync } from 'node-ical';

/** The instants of all entries of a calendar, as some program reads them. */
export type CalendarParser = (text: string, until: Date) => readonly string[];

/** ical.js, of Thunderbird: it trusts the VTIMEZONE of the file. */
export const byIcalJs: CalendarParser = (text, until) => {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  const found: string[] = [];
  for (const component of calendar.getAllSubcomponents('vevent')) {
    const event = new ICAL.Event(component);
    if (!event.isRecurring()) {
      found.push(event.startDate.toJSDate().toISOString());
      continue;
    }
    const iterator = event.iterator();
    let next: ICAL.Time | null = iterator.next();
    while (next !== null && next !== undefined && next.toJSDate() <= until) {
      found.push(next.toJSDate().toISOString());
      next = iterator.next();
    }
  }
  ICAL.TimezoneService.reset();
  return found.sort();
};

/** node-ical: it looks the zone up by its name. */
export const byNodeIcal: CalendarParser = (text, until) => {
  const found: string[] = [];
  for (const event of Object.values(sync.parseICS(text))) {
    if (event === undefined || event.type !== 'VEVENT') continue;
    if (event.rrule === undefined) found.push(event.start.toISOString());
    else
      for (const { start } of expandRecurringEvent(event, { from: new Date(0), to: until }))
        found.push(start.toISOString());
  }
  return found.sort();
};
