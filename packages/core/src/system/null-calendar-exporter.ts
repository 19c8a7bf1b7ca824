import { type CalendarExporter, FeatureNotSupported } from '@scheduler/contracts';

const refuse = (feature: string) =>
  Promise.reject(new FeatureNotSupported(feature, 'this application', 'bind a CalendarExporter'));

/** The default calendar exporter: it refuses every call, since none is bound. */
export const nullCalendarExporter: CalendarExporter = Object.freeze({
  toICalendar: () => refuse('calendar export'),
  toGoogleCalendarUrl: () => refuse('a Google Calendar link'),
  toOutlookUrl: () => refuse('an Outlook link'),
});
