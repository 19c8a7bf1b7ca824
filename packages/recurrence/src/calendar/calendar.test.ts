import { type CalendarTrigger, ScheduleInvalid, trigger, WEEKDAYS } from '@scheduler/contracts';
import { runsOnDate } from '../test-support/calendar-oracle.js';
import { SeededRandom, seedOfRun } from '../test-support/seeded-random.js';
import { createRecurrenceEngine } from '../recurrence-engine.js';

const engine = createRecurrenceEngine();
const random = new SeededRandom(seedOfRun());
const DAY = 86_400_000;

function compile(calendar: CalendarTrigger, anchor = new Date('2027-01-15T12:00:00Z')) {
  return engine.compile({ trigger: calendar, anchor, startAt: null, endAt: null });
}

function firstOf(calendar: CalendarTrigger, count: number, anchor = '2027-01-15T12:00:00Z'): string[] {
  const recurrence = compile(calendar, new Date(anchor));
  const found: string[] = [];
  for (
    let at = recurrence.next(new Date(anchor));
    at !== null && found.length < count;
    at = recurrence.next(at)
  ) {
    found.push(at.toISOString().slice(0, 16));
  }
  return found;
}

const zone = 'America/New_York';

describe('a calendar trigger', () => {
  it.each<[string, CalendarTrigger, string[]]>([
    ['daily', trigger.daily({ at: '10:00' }), ['2027-01-16T10:00', '2027-01-17T10:00']],
    [
      'on the day of the anchor, if later',
      trigger.daily({ at: '18:00' }),
      ['2027-01-15T18:00', '2027-01-16T18:00'],
    ],
    ['every third day', trigger.daily({ at: '10:00', every: 3 }), ['2027-01-18T10:00', '2027-01-21T10:00']],
    ['to the second', trigger.daily({ at: '23:59:59' }), ['2027-01-15T23:59', '2027-01-16T23:59']],
    [
      'weekly on the weekday of the anchor',
      trigger.weekly({ at: '10:00' }),
      ['2027-01-22T10:00', '2027-01-29T10:00'],
    ],
    [
      'weekly on named days',
      trigger.weekly({ at: '10:00', on: ['sunday', 'monday'] }),
      ['2027-01-17T10:00', '2027-01-18T10:00', '2027-01-24T10:00'],
    ],
    [
      'every second week, weeks from Monday',
      trigger.weekly({ at: '10:00', on: ['sunday', 'monday'], every: 2 }),
      ['2027-01-17T10:00', '2027-01-25T10:00', '2027-01-31T10:00'],
    ],
    [
      'monthly on the day of the anchor',
      trigger.monthly({ at: '10:00' }),
      ['2027-02-15T10:00', '2027-03-15T10:00'],
    ],
    [
      'monthly on the 31st, clamped',
      trigger.monthly({ at: '10:00', day: 31 }),
      ['2027-01-31T10:00', '2027-02-28T10:00', '2027-03-31T10:00', '2027-04-30T10:00'],
    ],
    [
      'monthly on the 31st, skipped',
      trigger.monthly({ at: '10:00', day: 31, overflow: 'skip' }),
      ['2027-01-31T10:00', '2027-03-31T10:00', '2027-05-31T10:00'],
    ],
    [
      'every second month from the anchor',
      trigger.monthly({ at: '10:00', day: 1, every: 2 }),
      ['2027-03-01T10:00', '2027-05-01T10:00'],
    ],
    [
      'monthly on the second Tuesday',
      trigger.monthly({ at: '10:00', nthWeekday: { nth: 2, weekday: 'tuesday' } }),
      ['2027-02-09T10:00', '2027-03-09T10:00'],
    ],
    [
      'monthly on the last Sunday',
      trigger.monthly({ at: '10:00', nthWeekday: { nth: 'last', weekday: 'sunday' } }),
      ['2027-01-31T10:00', '2027-02-28T10:00'],
    ],
    [
      'monthly on the fifth Friday',
      trigger.monthly({ at: '10:00', nthWeekday: { nth: 5, weekday: 'friday' } }),
      ['2027-01-29T10:00', '2027-04-30T10:00'],
    ],
    [
      'yearly on the date of the anchor',
      trigger.yearly({ at: '10:00' }),
      ['2028-01-15T10:00', '2029-01-15T10:00'],
    ],
    [
      'yearly on 29 February, clamped',
      trigger.yearly({ at: '10:00', month: 2, day: 29 }),
      ['2027-02-28T10:00', '2028-02-29T10:00', '2029-02-28T10:00'],
    ],
    [
      'yearly on 29 February, skipped',
      trigger.yearly({ at: '10:00', month: 2, day: 29, overflow: 'skip' }),
      ['2028-02-29T10:00', '2032-02-29T10:00'],
    ],
    [
      'every third year on a weekday',
      trigger.yearly({ at: '10:00', month: 11, every: 3, nthWeekday: { nth: 4, weekday: 'thursday' } }),
      ['2027-11-25T10:00', '2030-11-28T10:00'],
    ],
    [
      'with its own anchor',
      trigger.daily({ at: '10:00', every: 10, anchor: new Date('2027-01-13T00:00:00Z') }),
      ['2027-01-23T10:00'],
    ],
    [
      'with an anchor in the future',
      trigger.daily({ at: '10:00', anchor: new Date('2027-03-01T00:00:00Z') }),
      ['2027-03-01T10:00'],
    ],
    [
      'millennia ahead',
      trigger.yearly({ at: '10:00', every: 3_000, zone: 'Europe/Berlin' }),
      ['5027-01-15T09:00', '8027-01-15T09:00'],
    ],
    ['in a zone', trigger.daily({ at: '10:00', zone }), ['2027-01-15T15:00', '2027-01-16T15:00']],
  ])('runs %s', (_, calendar, expected) => {
    expect(firstOf(calendar, expected.length)).toEqual(expected);
  });

  it('counts from the date that the anchor has in its zone', () => {
    const calendar = trigger.daily({ at: '10:00', every: 2, zone });
    expect(firstOf(calendar, 2, '2027-01-15T02:00:00Z')).toEqual(['2027-01-16T15:00', '2027-01-18T15:00']);
  });

  it('obeys the daylight saving policy', () => {
    const gap = (dst: CalendarTrigger['dst']) =>
      firstOf(trigger.daily({ at: '02:30', zone, dst }), 2, '2027-03-13T12:00:00Z');
    expect(gap({ gap: 'after', repeat: 'first' })).toEqual(['2027-03-14T07:00', '2027-03-15T06:30']);
    expect(gap({ gap: 'skip', repeat: 'first' })).toEqual(['2027-03-15T06:30', '2027-03-16T06:30']);
    const repeat = (dst: CalendarTrigger['dst']) =>
      firstOf(trigger.daily({ at: '01:30', zone, dst }), 2, '2027-11-06T12:00:00Z');
    expect(repeat({ gap: 'after', repeat: 'first' })).toEqual(['2027-11-07T05:30', '2027-11-08T06:30']);
    expect(repeat({ gap: 'after', repeat: 'both' })).toEqual(['2027-11-07T05:30', '2027-11-07T06:30']);
    expect(repeat({ gap: 'after', repeat: 'last' })).toEqual(['2027-11-07T06:30', '2027-11-08T06:30']);
  });

  it('runs on the dates that a walk through eight years finds', () => {
    for (let times = 0; times < 200; times += 1) {
      const calendar = randomCalendar();
      const anchor = new Date(Date.UTC(2027, 0, 1) + random.between(0, 1_500) * DAY);
      const from = anchor.getTime() + random.between(-100, 400) * DAY;
      const to = from + 8 * 366 * DAY;
      expect({ calendar, anchor, from, runs: datesFound(calendar, anchor, from, to) }).toEqual({
        calendar,
        anchor,
        from,
        runs: datesExpected(calendar, anchor, from, to),
      });
    }
  });
});

function datesFound(calendar: CalendarTrigger, anchor: Date, from: number, to: number): string[] {
  const recurrence = compile(calendar, anchor);
  const found: string[] = [];
  for (
    let at = recurrence.next(new Date(from - 1));
    at !== null && at.getTime() < to;
    at = recurrence.next(at)
  ) {
    found.push(at.toISOString().slice(0, 10));
  }
  return found;
}

function datesExpected(calendar: CalendarTrigger, anchor: Date, from: number, to: number): string[] {
  const found: string[] = [];
  for (let date = from; date < to; date += DAY) {
    if (runsOnDate(calendar, anchor, new Date(date))) found.push(new Date(date).toISOString().slice(0, 10));
  }
  return found;
}

function randomCalendar(): CalendarTrigger {
  const base = { at: '00:00', every: random.between(1, 5) };
  const overflow = random.pick(['clamp', 'skip'] as const);
  const nthWeekday = { nth: random.pick([1, 2, 3, 4, 5, 'last'] as const), weekday: random.pick(WEEKDAYS) };
  const inMonth = random.pick([
    {},
    { day: random.between(1, 28) },
    { day: random.between(29, 31), overflow },
    { nthWeekday },
  ]);
  return random.pick([
    () => trigger.daily(base),
    () => trigger.weekly({ ...base, on: WEEKDAYS.filter(() => random.chance(0.3)) }),
    () => trigger.monthly({ ...base, ...inMonth }),
    () =>
      trigger.yearly({ ...base, every: random.between(1, 2), month: random.pick([1, 3, 12]), ...inMonth }),
  ])();
}

describe('a calendar trigger is refused', () => {
  const monthly = trigger.monthly({ at: '10:00' });
  it.each<[string, object, string]>([
    ['a time without minutes', { at: '10' }, 'trigger.at'],
    ['24:00', { at: '24:00' }, 'trigger.at'],
    ['a time with other signs', { at: '10:00 ' }, 'trigger.at'],
    ['a time that is not a text', { at: 10 }, 'trigger.at'],
    ['every 0', { every: 0 }, 'trigger.every'],
    ['every 1.5', { every: 1.5 }, 'trigger.every'],
    ['every NaN', { every: Number.NaN }, 'trigger.every'],
    ['an unknown unit', { unit: 'hour' }, 'trigger.unit'],
    ['weekdays in a month', { weekdays: ['monday'] }, 'trigger.weekdays'],
    ['an unknown weekday', { unit: 'week', weekdays: ['someday'] }, 'trigger.weekdays'],
    ['weekdays that are not a list', { unit: 'week', weekdays: 'monday' }, 'trigger.weekdays'],
    ['a month outside of a year', { month: 3 }, 'trigger.month'],
    ['month 13', { unit: 'year', month: 13 }, 'trigger.month'],
    ['day 0', { dayOfMonth: 0 }, 'trigger.dayOfMonth'],
    ['day 32', { dayOfMonth: 32 }, 'trigger.dayOfMonth'],
    ['a day of the month in a week', { unit: 'week', dayOfMonth: 1 }, 'trigger.dayOfMonth'],
    [
      'an nth weekday in a day',
      { unit: 'day', nthWeekday: { nth: 1, weekday: 'monday' } },
      'trigger.nthWeekday',
    ],
    ['both kinds of day', { dayOfMonth: 1, nthWeekday: { nth: 1, weekday: 'monday' } }, 'trigger.nthWeekday'],
    ['the sixth weekday', { nthWeekday: { nth: 6, weekday: 'monday' } }, 'trigger.nthWeekday.nth'],
    ['an nth unknown weekday', { nthWeekday: { nth: 1, weekday: 'x' } }, 'trigger.nthWeekday.weekday'],
    ['an unknown overflow', { overflow: 'wrap' }, 'trigger.overflow'],
    [
      'a date that never is',
      { unit: 'year', month: 2, dayOfMonth: 30, overflow: 'skip' },
      'trigger.dayOfMonth',
    ],
    [
      '29 February in odd years only',
      { unit: 'year', every: 2, month: 2, dayOfMonth: 29, overflow: 'skip' },
      'trigger.dayOfMonth',
    ],
    ['an unknown gap', { dst: { gap: 'x', repeat: 'first' } }, 'trigger.dst.gap'],
    ['an unknown repeat', { dst: { gap: 'skip', repeat: 'x' } }, 'trigger.dst.repeat'],
    ['an unknown zone', { zone: 'Europe/Belin' }, 'trigger.zone'],
    ['an invalid anchor', { anchor: new Date(Number.NaN) }, 'trigger.anchor'],
  ])('for %s', (_, changes, field) => {
    const attempt = () => compile({ ...monthly, ...changes } as CalendarTrigger);
    expect(attempt).toThrow(ScheduleInvalid);
    expect(attempt).toThrow(expect.objectContaining({ issues: [expect.objectContaining({ field })] }));
  });
});
