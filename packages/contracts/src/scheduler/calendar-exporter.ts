import type { ScheduledJob } from '../jobs/scheduled-job.js';

/** Exports jobs as entries of calendars. */
export interface CalendarExporter {
  /** The text of an iCalendar file. */
  toICalendar(request: { readonly jobs: readonly ScheduledJob[] }): Promise<string>;
  toGoogleCalendarUrl(request: { readonly job: ScheduledJob }): Promise<string>;
  toOutlookUrl(request: { readonly job: ScheduledJob }): Promise<string>;
}
