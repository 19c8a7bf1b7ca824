import type { ScheduledJob } from '../jobs/scheduled-job.js';

/** Jobs as entries of people's calendars. */
export interface CalendarExporter {
  /** The text of an iCalendar file. */
  toICalendar(request: { readonly jobs: readonly ScheduledJob[] }): Promise<string>;
  toGoogleCalendarUrl(request: { readonly job: ScheduledJob }): Promise<string>;
  toOutlookUrl(request: { readonly job: ScheduledJob }): Promise<string>;
}
