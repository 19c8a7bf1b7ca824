import { FeatureNotSupported } from '@scheduler/contracts';
import { sampleJob } from '../test-support/samples.js';
import { nullCalendarExporter } from './null-calendar-exporter.js';

describe('nullCalendarExporter (F253)', () => {
  const job = sampleJob();

  it.each([
    ['calendar export', () => nullCalendarExporter.toICalendar({ jobs: [job] })],
    ['a Google Calendar link', () => nullCalendarExporter.toGoogleCalendarUrl({ job })],
    ['an Outlook link', () => nullCalendarExporter.toOutlookUrl({ job })],
  ])('refuses %s and says what to bind', async (feature, ask) => {
    await expect(ask()).rejects.toThrow(FeatureNotSupported);
    await expect(ask()).rejects.toThrow(
      `${feature} is not supported by this application; bind a CalendarExporter`,
    );
  });
});
