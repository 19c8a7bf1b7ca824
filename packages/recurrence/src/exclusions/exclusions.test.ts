import {
  ConfigurationInvalid,
  type Exclusions,
  ScheduleInvalid,
  trigger,
  type Trigger,
} from '@scheduler/contracts';
import { missedInstants } from '../instants/missed-instants.js';
import { createRecurrenceEngine } from '../recurrence-engine.js';

/** 2027-12-25 is a Saturday. */
const engine = createRecurrenceEngine({
  calendars: {
    bank: { weekend: ['saturday', 'sunday'], holidays: ['2027-12-24', '2027-12-27'] },
    closed: {
      weekend: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
      holidays: [],
    },
  },
});

const NOTHING: Exclusions = { dates: [], hours: [], calendar: null, shift: 'skip' };
const zone = 'America/New_York';

function compile(what: Trigger, exclusions: Partial<Exclusions>, anchor = '2027-12-20T00:00:00Z') {
  return engine.compile({
    trigger: what,
    anchor: new Date(anchor),
    startAt: null,
    endAt: null,
    exclusions: { ...NOTHING, ...exclusions },
  });
}

function list(what: Trigger, exclusions: Partial<Exclusions>, from: string, count = 3): readonly string[] {
  const recurrence = compile(what, exclusions);
  const found: string[] = [];
  let at = recurrence.next(new Date(from));
  while (at !== null && found.length < count) {
    found.push(at.toISOString().replace('.000Z', 'Z'));
    at = recurrence.next(at);
  }
  return found;
}

const daily = trigger.cron('0 9 * * *');
const FROM = '2027-12-22T12:00:00Z';

describe('days off', () => {
  it('are left out', () => {
    expect(list(daily, { dates: ['2027-12-23', '2027-12-25'] }, FROM)).toEqual([
      '2027-12-24T09:00:00Z',
      '2027-12-26T09:00:00Z',
      '2027-12-27T09:00:00Z',
    ]);
    expect(list(daily, { calendar: 'bank' }, FROM)).toEqual([
      '2027-12-23T09:00:00Z',
      '2027-12-28T09:00:00Z',
      '2027-12-29T09:00:00Z',
    ]);
  });

  it.each([
    ['next', '2027-12-28T08:00:00Z'],
    ['previous', '2027-12-23T08:00:00Z'],
  ] as const)('move to the %s working day at the same time', (shift, expected) => {
    const monthly = trigger.monthly({ day: 25, at: '08:00' });
    const found = list(monthly, { calendar: 'bank', shift }, FROM, 2);
    expect(found).toEqual([expected, '2028-01-25T08:00:00Z']);
  });

  it('run once where several meet, in order of time', () => {
    const several = trigger.cron(['0 9 * * *', '0 8 26 12 *']);
    expect(list(several, { calendar: 'bank', shift: 'next' }, '2027-12-23T09:00:00Z')).toEqual([
      '2027-12-28T08:00:00Z',
      '2027-12-28T09:00:00Z',
      '2027-12-29T09:00:00Z',
    ]);
  });

  it('move within the zone of the trigger, by the clock of the day they land on', () => {
    const sundays = trigger.cron('30 2 * * SUN', { zone });
    expect(list(sundays, { calendar: 'bank', shift: 'next' }, '2027-03-13T12:00:00Z', 1)).toEqual([
      '2027-03-15T06:30:00Z',
    ]);
    const saturdays = trigger.cron('30 2 * * SAT', { zone });
    const workSundays = { dates: ['2027-03-13'], shift: 'next' } as const;
    expect(list(saturdays, workSundays, '2027-03-12T12:00:00Z', 1)).toEqual(['2027-03-14T07:00:00Z']);
  });

  it('also apply to intervals, single instants and rules', () => {
    const every = trigger.every('1d', { anchor: new Date('2027-12-20T09:00:00.250Z') });
    expect(list(every, { calendar: 'bank' }, FROM, 2)).toEqual([
      '2027-12-23T09:00:00.250Z',
      '2027-12-28T09:00:00.250Z',
    ]);
    const once = trigger.once(new Date('2027-12-25T09:00:00.250Z'));
    expect(list(once, { calendar: 'bank' }, FROM)).toEqual([]);
    expect(list(once, { calendar: 'bank', shift: 'previous' }, FROM)).toEqual(['2027-12-23T09:00:00.250Z']);
    const rule = trigger.rrule('FREQ=DAILY;COUNT=6;BYHOUR=9;BYMINUTE=0;BYSECOND=0');
    expect(list(rule, { calendar: 'bank', shift: 'next' }, FROM, 9)).toEqual([
      '2027-12-23T09:00:00Z',
      '2027-12-28T09:00:00Z',
    ]);
  });

  it.each([
    ['cron', trigger.cron('* * * * *'), { calendar: 'closed' }],
    ['cron, moved', trigger.cron('* * * * *'), { calendar: 'closed', shift: 'next' }],
    ['weekends', trigger.cron('0 9 * * SAT,SUN', { zone }), { calendar: 'bank' }],
    ['every', trigger.every('7d', { anchor: new Date('2027-12-25T00:00:00Z') }), { calendar: 'bank' }],
    ['hours', trigger.cron('30 3 * * *'), { hours: [{ weekdays: [], from: '03:00', to: '04:00' }] }],
    ['all hours', trigger.cron('* * * * * *'), { hours: [{ weekdays: [], from: '00:00', to: '24:00' }] }],
  ] as const)('that leave nothing have no instant (%s)', (_, what, exclusions) => {
    expect(compile(what, exclusions as Partial<Exclusions>).next(new Date(FROM))).toBeNull();
  });
});

describe('excluded hours', () => {
  const lunch = { hours: [{ weekdays: ['wednesday'] as const, from: '12:00', to: '14:00' }] };

  it('are left out from the first minute on, up to but without the last', () => {
    expect(list(trigger.cron('0 * * * *'), lunch, '2027-12-22T10:30:00Z')).toEqual([
      '2027-12-22T11:00:00Z',
      '2027-12-22T14:00:00Z',
      '2027-12-22T15:00:00Z',
    ]);
  });

  it('do not move, and nothing moves into them', () => {
    const noon = trigger.cron('30 12 * * *');
    const excluded = { ...lunch, dates: ['2027-12-21', '2027-12-23'] };
    expect(list(noon, { ...excluded, shift: 'next' }, '2027-12-20T13:00:00Z', 2)).toEqual([
      '2027-12-24T12:30:00Z',
      '2027-12-25T12:30:00Z',
    ]);
  });

  it('hold for a run that is made up after a gap', () => {
    const hours = [{ weekdays: [], from: '03:00', to: '04:00' }];
    expect(list(trigger.cron('30 2 * * *', { zone }), { hours }, '2027-03-13T12:00:00Z', 1)).toEqual([
      '2027-03-15T06:30:00Z',
    ]);
  });
});

describe('missed runs with exclusions', () => {
  const cursor = new Date('2027-12-23T00:00:00Z');
  const now = new Date('2027-12-28T12:00:00Z');

  it('are those that were not excluded', () => {
    const hours = [{ weekdays: [], from: '00:00', to: '06:00' }];
    const recurrence = compile(trigger.cron('* * * * * *'), { calendar: 'bank' });
    expect(missedInstants({ recurrence, cursor, now, keep: 1 }).total).toBe(86_400 + 43_201);
    const fewer = compile(trigger.cron('* * * * * *'), { calendar: 'bank', hours });
    const first = new Date('2027-12-23T06:00:00Z');
    expect(missedInstants({ recurrence: fewer, cursor: first, now, keep: 1 }).total).toBe(64_800 + 21_601);
  });

  it('count what met at one instant once', () => {
    const recurrence = compile(daily, { calendar: 'bank', shift: 'next' });
    const missed = missedInstants({ recurrence, cursor: new Date('2027-12-23T09:00:00Z'), now, keep: 9 });
    expect(missed.total).toBe(2);
    expect(missed.latest.at(-1)).toEqual(new Date('2027-12-28T09:00:00Z'));
  });
});

describe('exclusions are refused', () => {
  it.each([
    [{ calendar: 'banc' }, "is not a calendar of this application; did you mean 'bank'?"],
    [{ calendar: 'toString' }, 'is not a calendar of this application'],
    [{ dates: ['2027-02-30'] }, 'is not an existing date'],
    [{ hours: [{ weekdays: [], from: '14:00', to: '12:00' }] }, 'end before they begin'],
    [{ hours: [{ weekdays: [], from: '12:00', to: '24:30' }] }, 'is not a local time'],
    [{ shift: 'sideways' }, 'is not known'],
  ])('%j', (exclusions, problem) => {
    const attempt = () => compile(daily, exclusions as Partial<Exclusions>);
    expect(attempt).toThrow(ScheduleInvalid);
    expect(attempt).toThrow(problem);
  });

  it('for a calendar with a date that does not exist', () => {
    const calendars = { bank: { weekend: [], holidays: ['2027-13-01'] } };
    expect(() => createRecurrenceEngine({ calendars })).toThrow(ConfigurationInvalid);
  });
});

describe('a preview with exclusions', () => {
  function preview(what: Trigger, exclusions: Partial<Exclusions>, from: string, count = 1) {
    const request = { trigger: what, anchor: new Date(FROM), startAt: null, endAt: null, count };
    const entries = engine.preview({
      ...request,
      from: new Date(from),
      exclusions: { ...NOTHING, ...exclusions },
    });
    return entries.map(({ kind, local, note }) => [kind, local.slice(0, 16), note]);
  }

  it('says what was moved, and why', () => {
    const yearly = trigger.yearly({ month: 12, day: 25, at: '09:00' });
    expect(preview(yearly, { calendar: 'bank', shift: 'next' }, FROM)).toEqual([
      ['run', '2027-12-28T09:00', 'moved from 2027-12-25 to 2027-12-28: weekend'],
    ]);
    const holiday = trigger.once(new Date('2027-12-24T09:00:00Z'));
    expect(preview(holiday, { calendar: 'bank', shift: 'previous' }, FROM)).toEqual([
      ['run', '2027-12-23T09:00', 'moved from 2027-12-24 to 2027-12-23: holiday'],
    ]);
  });

  it('lists what is left out, a day or a stretch of hours at a time', () => {
    expect(preview(trigger.cron('0 * * * *'), { calendar: 'bank' }, '2027-12-24T00:30:00Z')).toEqual([
      ['skipped', '2027-12-24T01:00', 'skipped: 2027-12-24: holiday'],
      ['skipped', '2027-12-25T00:00', 'skipped: 2027-12-25: weekend'],
      ['skipped', '2027-12-26T00:00', 'skipped: 2027-12-26: weekend'],
      ['skipped', '2027-12-27T00:00', 'skipped: 2027-12-27: holiday'],
      ['run', '2027-12-28T00:00', null],
    ]);
    const hours = [{ weekdays: [], from: '12:00', to: '14:00' }];
    expect(preview(trigger.cron('0 * * * *'), { hours }, '2027-12-22T11:30:00Z')).toEqual([
      ['skipped', '2027-12-22T12:00', 'skipped: excluded hours until 14:00'],
      ['run', '2027-12-22T14:00', null],
    ]);
  });

  it('limits the list of skipped instants', () => {
    const dates = Array.from({ length: 28 }, (_, day) => `2027-02-${String(day + 1).padStart(2, '0')}`);
    const entries = preview(daily, { dates }, '2027-01-31T12:00:00Z');
    expect(entries).toHaveLength(11);
    expect(entries[9]?.[2]).toBe('skipped: 2027-02-10: excluded date, and others until the next run');
  });

  it('is described in words', () => {
    const words = engine.describe(daily, {
      dates: ['2027-12-31'],
      hours: [{ weekdays: ['friday'], from: '12:00', to: '14:00' }],
      calendar: 'bank',
      shift: 'next',
    });
    expect(words).toBe(
      'at 09:00 every day, UTC, except on 2027-12-31 and days off of "bank" (moved to the next working day), except during 12:00–14:00 on Friday',
    );
  });
});
