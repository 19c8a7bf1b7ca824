import {
  defineHandler,
  type ScheduleDefinition,
  type ScheduledJob,
  trigger,
  type ZoneOptions,
} from '@scheduler/contracts';
import { createSchedulerNode } from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';
import { createRecurrenceEngine, recurrenceOf } from '@scheduler/recurrence';
import { SettableClock } from '@scheduler/testing';
import { createCalendarExporter } from './calendar-exporter.js';
import { byIcalJs, byNodeIcal } from './test-support/parsers.js';

// Not later, because node-ical 0.26 misreads zones from 2036 on.
const NOW = new Date('2025-12-15T10:07:23Z');
const IS_FULL = process.env['SCHEDULER_TEST_BUDGET'] === 'full';
const YEARS = IS_FULL ? 10 : 1;
const UNTIL = new Date(Date.UTC(2025 + YEARS, 11, 15, 10, 7, 23));

/** With and without daylight saving, north and south, changes at midnight and by 30 minutes, and odd offsets. */
const ZONES = [
  'UTC',
  'America/New_York',
  'America/Los_Angeles',
  'America/St_Johns',
  'America/Sao_Paulo',
  'America/Santiago',
  'America/Havana',
  'Europe/London',
  'Europe/Berlin',
  'Europe/Athens',
  'Africa/Cairo',
  'Africa/Lagos',
  'Asia/Beirut',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Tokyo',
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Pacific/Chatham',
];

const TRIGGERS: Readonly<Record<string, (options: ZoneOptions) => ScheduleDefinition['trigger']>> = {
  'weekdays at nine': (zone) => trigger.cron('0 9 * * MON-FRI', zone),
  'each night in the gap': (zone) => trigger.cron('30 2 * * *', zone),
  'midnight and noon': (zone) => trigger.cron('15 0,12 * * *', zone),
  'gaps left out, both of repeated hours': (zone) =>
    trigger.cron('30 1,2 * * *', { ...zone, dst: { gap: 'skip', repeat: 'both' } }),
  'the last day of each month': (zone) => trigger.cron('0 18 L * *', zone),
  'the weekday nearest to the 15th': (zone) => trigger.cron('0 8 15W * *', zone),
  'a Friday or the 13th': (zone) => trigger.cron('0 8 13 * FRI', zone),
  'every second week': (zone) =>
    trigger.weekly({ at: '02:30', on: ['tuesday', 'sunday'], every: 2, ...zone }),
  'the 30th, or the last day': (zone) => trigger.monthly({ at: '23:30', day: 30, ...zone }),
  'the 31st, or the last day': (zone) => trigger.monthly({ at: '23:30', day: 31, ...zone }),
  'the last Friday of each quarter': (zone) =>
    trigger.monthly({ at: '16:00', every: 3, nthWeekday: { nth: 'last', weekday: 'friday' }, ...zone }),
  'the 29th of February': (zone) => trigger.yearly({ at: '06:00', month: 2, day: 29, ...zone }),
  'the last working day': (zone) => trigger.rrule('FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', zone),
  'ten times': (zone) => trigger.rrule('FREQ=WEEKLY;COUNT=10', zone),
};

async function jobsIn(zone: string): Promise<readonly ScheduledJob[]> {
  const clock = new SettableClock(NOW);
  const { scheduler } = createSchedulerNode({
    store: createMemoryStore({ clock }),
    clock,
    handlers: [defineHandler({ type: 'work', handle: () => undefined })],
  });
  const jobs: ScheduledJob[] = [];
  for (const [name, build] of Object.entries(TRIGGERS)) {
    jobs.push(await scheduler.schedule({ type: 'work', name, trigger: build({ zone }) }));
  }
  jobs.push(await scheduler.schedule({ type: 'work', name: 'every day', trigger: trigger.every('24h') }));
  jobs.push(
    await scheduler.schedule({ type: 'work', name: 'every eight hours', trigger: trigger.every('8h') }),
  );
  jobs.push(
    await scheduler.schedule({
      type: 'work',
      name: 'without holidays',
      trigger: trigger.cron('0 9 * * *', { zone }),
      exclusions: { dates: ['2026-12-25', '2027-01-01', '2027-03-28'] },
      endAt: new Date('2029-06-01T00:00:00Z'),
    }),
  );
  return jobs;
}

function planOf(job: ScheduledJob): readonly string[] {
  const recurrence = createRecurrenceEngine().compile(recurrenceOf(job));
  const planned: string[] = [];
  let next = recurrence.next(NOW);
  while (next !== null && next <= UNTIL) {
    planned.push(next.toISOString());
    next = recurrence.next(next);
  }
  return planned;
}

function differences(read: readonly string[], planned: readonly string[]) {
  const [has, should] = [new Set(read), new Set(planned)];
  return {
    surplus: read.filter((instant) => !should.has(instant)).slice(0, 5),
    missing: planned.filter((instant) => !has.has(instant)).slice(0, 5),
  };
}

const FEW = ['America/New_York', 'America/Santiago', 'Australia/Lord_Howe'];

describe.each(IS_FULL ? ZONES : FEW)(`${YEARS} years in %s (F253)`, (zone) => {
  it('two parsers read exactly what the scheduler plans', async () => {
    const exporter = createCalendarExporter({
      clock: new SettableClock(NOW),
      horizon: { days: 366 * YEARS },
      mostSingles: 10_000,
    });
    for (const job of await jobsIn(zone)) {
      const text = await exporter.toICalendar({ jobs: [job] });
      const planned = planOf(job);
      for (const [parser, parse] of Object.entries({ byIcalJs, byNodeIcal })) {
        const read = parse(text, UNTIL).filter((instant) => instant <= UNTIL.toISOString());
        const found = { job: job.name, parser, count: read.length, ...differences(read, planned) };
        expect(found).toEqual({ job: job.name, parser, count: planned.length, surplus: [], missing: [] });
      }
    }
  });
});
