import { defineHandler, type ScheduleDefinition, type ScheduledJob, trigger } from '@scheduler/contracts';
import { createSchedulerNode } from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';
import { SettableClock } from '@scheduler/testing';
import { createCalendarExporter } from './calendar-exporter.js';

const clock = new SettableClock('2026-11-18T10:07:23Z');
const { scheduler } = createSchedulerNode({
  store: createMemoryStore({ clock }),
  clock,
  handlers: [defineHandler({ type: 'work', handle: () => undefined })],
});
const exporter = createCalendarExporter({ clock });

let count = 0;
type Given = Partial<ScheduleDefinition> & Pick<ScheduleDefinition, 'trigger'>;
const scheduled = (definition: Given): Promise<ScheduledJob> =>
  scheduler.schedule({ type: 'work', name: `job ${++count}`, ...definition });
const exported = async (definition: Given): Promise<string> =>
  exporter.toICalendar({ jobs: [await scheduled(definition)] });
/** The lines of a text, with folded ones joined again. */
const linesOf = (text: string) => text.replace(/\r\n /g, '').split('\r\n');
const linesWith = (text: string, start: string) => linesOf(text).filter((line) => line.startsWith(start));

describe('an iCalendar text (F253)', () => {
  it('has one rule for a job that calendars can say, in the zone of the job', async () => {
    const text = await exported({ trigger: trigger.cron('0 9 * * MON-FRI', { zone: 'Europe/Berlin' }) });
    expect(linesWith(text, 'DTSTART;')).toEqual(['DTSTART;TZID=Europe/Berlin:20261119T090000']);
    expect(linesWith(text, 'RRULE:FREQ=WEEKLY')).toEqual(['RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR']);
    expect(linesWith(text, 'TZID:')).toEqual(['TZID:Europe/Berlin']);
    expect(linesWith(text, 'DESCRIPTION:')[0]).toContain('at 09:00 on weekdays\\, Europe/Berlin');
  });

  it('says a zone as Outlook reads it: a yearly rule for each of two times', async () => {
    const text = await exported({ trigger: trigger.cron('0 9 * * *', { zone: 'America/New_York' }) });
    expect(linesWith(text, 'RRULE:FREQ=YEARLY')).toEqual([
      'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU',
      'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU',
    ]);
    expect(linesWith(text, 'TZOFFSETTO:')).toEqual(['TZOFFSETTO:-0400', 'TZOFFSETTO:-0500']);
  });

  it('leaves out days without runs, and ends the rule where it was compared with the plan', async () => {
    const text = await exported({
      trigger: trigger.cron('0 9 * * *'),
      exclusions: { dates: ['2026-12-25'] },
      endAt: new Date('2026-12-31T00:00:00Z'),
    });
    expect(linesWith(text, 'EXDATE')).toEqual(['EXDATE:20261225T090000Z']);
    expect(linesWith(text, 'RRULE')).toEqual(['RRULE:FREQ=DAILY;UNTIL=20261230T090000Z']);
  });

  it('has an entry for each run where no rule says them, up to a number', async () => {
    const text = await createCalendarExporter({ clock, mostSingles: 3 }).toICalendar({
      jobs: [await scheduled({ trigger: trigger.cron('*/10 * * * *') })],
    });
    expect(linesWith(text, 'DTSTART')).toEqual([
      'DTSTART:20261118T101000Z',
      'DTSTART:20261118T102000Z',
      'DTSTART:20261118T103000Z',
    ]);
  });

  it('ends with the last of the runs that a job may have', async () => {
    const text = await exported({ trigger: trigger.cron('0 9 * * *'), maxExecutions: 3 });
    expect(linesWith(text, 'RRULE')).toEqual(['RRULE:FREQ=DAILY;UNTIL=20261121T090000Z']);
  });

  it('has no entry for jobs without instants, and for paused and ended ones', async () => {
    const paused = await scheduled({ trigger: trigger.cron('0 9 * * *') });
    const jobs = [
      await scheduled({ trigger: trigger.event('order:placed') }),
      await scheduler.pause(paused.id).then(() => scheduler.get(paused.id)),
    ];
    expect(linesWith(await exporter.toICalendar({ jobs }), 'BEGIN:VEVENT')).toEqual([]);
  });

  it('writes no payload, escapes what people typed, and keeps its ids from export to export', async () => {
    const definition = {
      name: 'a, b; c\nEND:VEVENT',
      tags: ['nightly'],
      payload: { secret: 'hunter2' },
      trigger: trigger.once(new Date('2026-12-24T18:00:00Z')),
    };
    const job = await scheduled(definition).catch(() => scheduled({ ...definition, name: 'a, b; c' }));
    const [first, second] = [
      await exporter.toICalendar({ jobs: [job] }),
      await exporter.toICalendar({ jobs: [job] }),
    ];
    expect(first).not.toContain('hunter2');
    expect(linesWith(first, 'SUMMARY')).toEqual(['SUMMARY:a\\, b\\; c']);
    expect(linesWith(first, 'CATEGORIES')).toEqual(['CATEGORIES:nightly']);
    expect(linesWith(first, 'END:VEVENT')).toHaveLength(1);
    expect(linesWith(first, 'UID')).toEqual(linesWith(second, 'UID'));
  });
});

describe('links (F253)', () => {
  it('offer a job to Google Calendar with its rule, and its next run to Outlook', async () => {
    const job = await scheduled({ name: 'report', trigger: trigger.weekly({ at: '09:00', on: 'monday' }) });
    const google = new URL(await exporter.toGoogleCalendarUrl({ job }));
    expect([google.host, google.searchParams.get('recur'), google.searchParams.get('dates')]).toEqual([
      'calendar.google.com',
      'RRULE:FREQ=WEEKLY;BYDAY=MO;WKST=MO;INTERVAL=1',
      '20261123T090000Z/20261123T091500Z',
    ]);
    const outlook = new URL(await exporter.toOutlookUrl({ job }));
    expect(outlook.host).toBe('outlook.live.com');
    expect(outlook.searchParams.get('startdt')).toBe('2026-11-23T09:00:00.000Z');
  });

  it('refuse a job that has no instants', async () => {
    const job = await scheduled({ trigger: trigger.event('order:placed') });
    await expect(exporter.toOutlookUrl({ job })).rejects.toMatchObject({ code: 'FEATURE_NOT_SUPPORTED' });
  });
});

describe('wrong arguments', () => {
  it.each([
    [{}, /clock: is missing/],
    [{ clock, horizon: '1h' }, /horizon/],
    [{ clock, mostSingles: 0 }, /mostSingles/],
    [{ clock, horizn: '1y' }, /horizn.*did you mean/],
  ])('of an exporter are refused: %#', (options, message) => {
    expect(() => createCalendarExporter(options as never)).toThrow(message);
  });

  it.each([undefined, {}, { jobs: [{}] }, { jobs: 'all' }])(
    'of an export are refused: %j',
    async (request) => {
      await expect(exporter.toICalendar(request as never)).rejects.toMatchObject({ code: 'QUERY_INVALID' });
    },
  );
});
