import { defineHandler, type ScheduleDefinition, trigger } from '@scheduler/contracts';
import { createSchedulerNode } from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';
import { SettableClock } from '@scheduler/testing';
import { businessCalendar, type BusinessCalendarOptions } from './index.js';

/** The next run of a job that is scheduled at an instant, with the calendars of some regions. */
async function nextRun(
  at: string,
  { calendars, ...definition }: Omit<ScheduleDefinition, 'type'> & { calendars: readonly string[] },
): Promise<string | undefined> {
  const clock = new SettableClock(new Date(at));
  const node = createSchedulerNode({
    store: createMemoryStore({ clock }),
    clock,
    handlers: [defineHandler({ type: 'pay', handle: () => undefined })],
    config: {
      calendars: Object.fromEntries(
        calendars.map((region) => [region, businessCalendar(region, { from: 2026, to: 2028 })]),
      ),
    },
  });
  const job = await node.scheduler.schedule({ type: 'pay', ...definition });
  await node.stop();
  return job.nextRunAt?.toISOString();
}

describe('a job with the calendar of a region', () => {
  const calendars = ['DE-BY', 'DE-BE', 'SA', 'US'];
  const daily = trigger.daily({ at: '09:00', zone: 'UTC' });

  it.each([
    // Corpus Christi, a Thursday, is a holiday in Bavaria and none in Berlin.
    ['DE-BY', 'next', '2027-05-27T00:00:00Z', '2027-05-28T09:00:00.000Z'],
    ['DE-BE', 'next', '2027-05-27T00:00:00Z', '2027-05-27T09:00:00.000Z'],
    // Friday is the weekend of Saudi Arabia, Sunday is not.
    ['SA', 'next', '2027-01-08T00:00:00Z', '2027-01-10T09:00:00.000Z'],
    // Good Friday to Easter Monday.
    ['DE-BY', 'skip', '2027-03-26T00:00:00Z', '2027-03-30T09:00:00.000Z'],
    // Independence Day is a Sunday, so that Monday is free.
    ['US', 'skip', '2027-07-03T00:00:00Z', '2027-07-06T09:00:00.000Z'],
  ] as const)('in %s runs with shift %s after %s at %s', async (calendar, shift, at, expected) => {
    const exclusions = { calendar, shift };
    expect(await nextRun(at, { calendars, trigger: daily, exclusions })).toBe(expected);
  });

  it('moves to the working day before', async () => {
    const christmas = trigger.yearly({ month: 12, day: 25, at: '09:00', zone: 'Europe/Berlin' });
    const exclusions = { calendar: 'DE-BY', shift: 'previous' } as const;
    const run = await nextRun('2027-12-01T00:00:00Z', { calendars, trigger: christmas, exclusions });
    expect(run).toBe('2027-12-24T08:00:00.000Z');
  });
});

describe('businessCalendar', () => {
  const of = (region: string, options?: BusinessCalendarOptions) =>
    businessCalendar(region, { from: 2027, to: 2027, ...options });

  it('has the weekend of the country, unless another is given', () => {
    expect(of('DE').weekend).toEqual(['saturday', 'sunday']);
    expect(of('SA').weekend).toEqual(['friday', 'saturday']);
    expect(of('IN').weekend).toEqual(['sunday']);
    expect(of('IN', { weekend: ['saturday', 'sunday'] }).weekend).toEqual(['saturday', 'sunday']);
  });

  it('adds days of a company, each day once and in order', () => {
    const { holidays } = of('DE-BY', { also: ['2027-12-31', '2027-12-25', '2027-02-08'] });
    expect(holidays).toEqual([...new Set(holidays)].sort());
    expect(holidays.length).toBe(14);
  });

  it('reaches from last year to ten years later by itself', () => {
    const { holidays } = businessCalendar('DE');
    const last = new Date().getFullYear() - 1;
    expect([holidays[0]?.slice(0, 4), holidays.at(-1)?.slice(0, 4)]).toEqual([`${last}`, `${last + 10}`]);
  });
});
