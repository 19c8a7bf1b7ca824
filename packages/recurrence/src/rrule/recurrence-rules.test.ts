import { type DstPolicy, ScheduleInvalid, trigger } from '@scheduler/contracts';
import { SeededRandom, seedOfRun } from '../test-support/seeded-random.js';
import { missedInstants } from '../instants/missed-instants.js';
import type { RecurrenceRequest } from '../instants/recurrence.js';
import { createRecurrenceEngine } from '../recurrence-engine.js';

const engine = createRecurrenceEngine();
const zone = 'America/New_York';

interface Setting extends Partial<RecurrenceRequest> {
  readonly zone?: string;
  readonly dst?: Partial<DstPolicy>;
}

function compile(rule: string, start: string, { zone: inZone, dst, ...bounds }: Setting = {}) {
  return engine.compile({
    trigger: trigger.rrule(rule, { ...(inZone && { zone: inZone }), ...(dst && { dst }) }),
    anchor: new Date(start),
    startAt: null,
    endAt: null,
    ...bounds,
  });
}

function list(rule: string, start: string, setting: Setting & { readonly count?: number } = {}) {
  const recurrence = compile(rule, start, setting);
  const found: string[] = [];
  let at = recurrence.next(new Date(Date.parse(start) - 1));
  while (at !== null && found.length < (setting.count ?? 3)) {
    found.push(at.toISOString().replace('.000Z', 'Z'));
    at = recurrence.next(at);
  }
  return found;
}

function problemOf(rule: unknown): string {
  try {
    compile(rule as string, '2027-01-01T09:00:00Z');
  } catch (error) {
    if (error instanceof ScheduleInvalid) return error.issues[0]?.problem ?? '';
    throw error;
  }
  throw new Error(`was accepted: ${String(rule)}`);
}

describe('a recurrence rule', () => {
  it('takes from its start what it leaves open', () => {
    const start = '2027-01-13T10:20:30Z';
    expect(list('FREQ=YEARLY', start, { count: 2 })).toEqual([start, '2028-01-13T10:20:30Z']);
    expect(list('FREQ=YEARLY;BYWEEKNO=10', start, { count: 1 })).toEqual(['2027-03-10T10:20:30Z']);
    expect(list('FREQ=WEEKLY', start, { count: 2 })).toEqual([start, '2027-01-20T10:20:30Z']);
    expect(list('FREQ=HOURLY;INTERVAL=5', start, { count: 2 })).toEqual([start, '2027-01-13T15:20:30Z']);
  });

  it('runs at second 0 if it names the minute', () => {
    expect(list('FREQ=DAILY;BYHOUR=9;BYMINUTE=15', '2027-01-13T08:20:30Z', { count: 1 })).toEqual([
      '2027-01-13T09:15:00Z',
    ]);
  });

  it('skips a day that a month does not have', () => {
    expect(list('FREQ=MONTHLY', '2027-01-31T09:00:00Z')).toEqual([
      '2027-01-31T09:00:00Z',
      '2027-03-31T09:00:00Z',
      '2027-05-31T09:00:00Z',
    ]);
  });

  it('is read in any case, with or without its name', () => {
    expect(
      list('rrule:freq=daily;byhour=9;byminute=0;bysecond=0', '2027-01-01T00:00:00Z', { count: 1 }),
    ).toEqual(['2027-01-01T09:00:00Z']);
  });

  it('obeys the daylight saving policy from daily rules on', () => {
    const at = (dst: Partial<DstPolicy>, start: string, time: string) =>
      list(`FREQ=DAILY;${time};BYSECOND=0`, start, { zone, dst, count: 2 });
    const spring = '2027-03-14T05:00:00Z';
    expect(at({}, spring, 'BYHOUR=2;BYMINUTE=30')[0]).toBe('2027-03-14T07:00:00Z');
    expect(at({ gap: 'skip' }, spring, 'BYHOUR=2;BYMINUTE=30')[0]).toBe('2027-03-15T06:30:00Z');
    const autumn = '2027-11-07T04:00:00Z';
    expect(at({}, autumn, 'BYHOUR=1;BYMINUTE=30')).toEqual(['2027-11-07T05:30:00Z', '2027-11-08T06:30:00Z']);
    expect(at({ repeat: 'both' }, autumn, 'BYHOUR=1;BYMINUTE=30')[1]).toBe('2027-11-07T06:30:00Z');
    expect(at({ repeat: 'last' }, autumn, 'BYHOUR=1;BYMINUTE=30')[0]).toBe('2027-11-07T06:30:00Z');
  });

  it.each([
    ['2027-11-07T04:00:00Z', 25],
    ['2027-03-14T05:00:00Z', 23],
  ])('follows elapsed time inside a day (%s)', (start, hours) => {
    const day = list('FREQ=HOURLY;UNTIL=20271231', start, { zone, count: 26 });
    const end = Date.parse(start) + hours * 3_600_000;
    expect(day.filter((at) => Date.parse(at) < end)).toHaveLength(hours);
    expect(compile('FREQ=HOURLY', start, { zone }).countBetween?.(new Date(start), new Date(end - 1))).toBe(
      hours,
    );
  });

  it.each([
    ['FREQ=HOURLY;INTERVAL=3', '2027-11-07T04:00:00Z', zone, 180],
    ['FREQ=HOURLY;INTERVAL=3', '2027-03-14T05:00:00Z', zone, 180],
    ['FREQ=HOURLY;INTERVAL=5', '2027-11-06T20:20:30Z', 'Europe/Berlin', 300],
    ['FREQ=MINUTELY;INTERVAL=90', '2027-11-07T04:00:00Z', zone, 90],
    ['FREQ=MINUTELY;INTERVAL=7', '2027-11-07T04:55:00Z', zone, 7],
    // The clocks of Lord Howe change by half an hour.
    ['FREQ=HOURLY', '2027-04-03T12:15:00Z', 'Australia/Lord_Howe', 60],
    ['FREQ=HOURLY;INTERVAL=2', '2027-10-02T12:15:00Z', 'Australia/Lord_Howe', 120],
    ['FREQ=SECONDLY;INTERVAL=5400', '2027-11-07T04:00:00Z', zone, 90],
  ])('keeps its distance when clocks change: %s from %s, %s', (rule, start, inZone, minutes) => {
    const found = list(rule, start, { zone: inZone, count: 12 });
    const first = Date.parse(start);
    expect(found.map((at) => (Date.parse(at) - first) / 60_000)).toEqual(
      Array.from({ length: 12 }, (_, index) => index * minutes),
    );
    const last = new Date(first + 11 * minutes * 60_000);
    expect(compile(rule, start, { zone: inZone }).countBetween?.(new Date(start), last)).toBe(12);
  });

  it('finds hours of the clock that only one of its offsets has', () => {
    // Every 24 hours from 00:00 summer time is 23:00 in winter: BYHOUR=23 matches in winter alone.
    const found = list('FREQ=HOURLY;INTERVAL=24;BYHOUR=23', '2027-07-01T04:00:00Z', { zone, count: 2 });
    expect(found).toEqual(['2027-11-08T04:00:00Z', '2027-11-09T04:00:00Z']);
  });

  it.each([
    ['FREQ=HOURLY;COUNT=3', '2027-11-07T05:00:00Z', 3],
    ['FREQ=HOURLY;COUNT=3', '2027-03-14T06:00:00Z', 3],
    ['FREQ=DAILY;COUNT=5;BYHOUR=2;BYMINUTE=30', '2027-03-12T06:00:00Z', 5],
    ['FREQ=DAILY;UNTIL=20270115', '2027-01-13T20:00:00Z', 3],
    ['FREQ=DAILY;UNTIL=20270115T150000', '2027-01-13T20:00:00Z', 3],
    ['FREQ=DAILY;UNTIL=20270115T195959Z', '2027-01-13T20:00:00Z', 2],
    ['FREQ=DAILY;UNTIL=20270115T200000Z', '2027-01-13T20:00:00Z', 3],
  ])('ends with its count or its last date, itself included: %s from %s', (rule, start, expected) => {
    expect(list(rule, start, { zone, count: 10 })).toHaveLength(expected);
  });

  it('stays within the window of its job', () => {
    const bounds = { startAt: new Date('2027-01-02T09:00:00Z'), endAt: new Date('2027-01-03T09:00:00Z') };
    expect(list('FREQ=DAILY', '2027-01-01T09:00:00Z', { ...bounds, count: 9 })).toHaveLength(2);
  });

  it('counts missed instants, also those of a rule for every second', () => {
    const recurrence = compile('FREQ=SECONDLY;INTERVAL=2;BYHOUR=9,10', '2027-01-01T00:00:00Z');
    const missed = missedInstants({
      recurrence,
      cursor: new Date('2027-01-01T09:00:00Z'),
      now: new Date('2029-12-31T12:00:00Z'),
      keep: 1,
    });
    expect(missed).toMatchObject({ total: 1_096 * 3_600, bounded: false });
    expect(missed.latest).toEqual([new Date('2029-12-31T10:59:58Z')]);
  });

  it('describes itself', () => {
    const words = (rule: string) => engine.describe(trigger.rrule(rule, { zone: 'Europe/Berlin' }));
    expect(words('FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;BYHOUR=9;BYMINUTE=0')).toBe(
      'every 2 weeks on Monday and Friday at 09:00, Europe/Berlin',
    );
    expect(words('FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU')).toBe(
      'every 2 weeks on Tuesday and Sunday (weeks begin on Sunday), Europe/Berlin',
    );
    expect(words('FREQ=WEEKLY;BYDAY=TU,SU;WKST=SU')).toBe('every week on Tuesday and Sunday, Europe/Berlin');
    expect(words('FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1')).toBe(
      'every month on weekdays (only the last of these), Europe/Berlin',
    );
    expect(words('FREQ=MONTHLY;BYDAY=1MO,-1FR;COUNT=3')).toBe(
      'every month on the 1st Monday of the month and the last Friday of the month 3 times in all, Europe/Berlin',
    );
    expect(words('FREQ=YEARLY;BYMONTH=1,2,3;BYMONTHDAY=-2;UNTIL=20291231')).toBe(
      'every year on the 2nd last day of the month in January to March until 2029-12-31, Europe/Berlin',
    );
  });

  it('notes daylight saving in its preview', () => {
    const [first] = engine.preview({
      trigger: trigger.rrule('FREQ=DAILY;BYHOUR=2;BYMINUTE=30;BYSECOND=0', { zone }),
      anchor: new Date('2027-03-13T12:00:00Z'),
      startAt: null,
      endAt: null,
      from: new Date('2027-03-13T12:00:00Z'),
      count: 1,
    });
    expect(first?.note).toContain('02:30 does not exist on 2027-03-14');
  });
});

describe('a recurrence rule is refused', () => {
  it.each([
    ['', 'is not NAME=VALUE'],
    ['INTERVAL=2', 'FREQ is missing'],
    ['FREQ=FORTNIGHTLY', 'is not a frequency'],
    ['FREQ=DAILY;INTERVAL=0', 'INTERVAL: "0" is out of range'],
    ['FREQ=DAILY;INTERVAL=10001', 'INTERVAL'],
    ['FREQ=DAILY;COUNT=-1', 'COUNT'],
    ['FREQ=DAILY;COUNT=2;UNTIL=20270101', 'UNTIL: excludes COUNT'],
    ['FREQ=DAILY;UNTIL=20270230', 'does not exist in the calendar'],
    ['FREQ=DAILY;UNTIL=tomorrow', 'is not a date'],
    ['FREQ=DAILY;BYHOUR=24', 'BYHOUR: "24" is out of range'],
    ['FREQ=DAILY;BYSECOND=60', 'BYSECOND'],
    ['FREQ=DAILY;BYHOUR=1,,2', 'BYHOUR: has an empty part'],
    ['FREQ=MONTHLY;BYMONTHDAY=0', 'BYMONTHDAY'],
    ['FREQ=MONTHLY;BYDAY=0MO', 'BYDAY: "0MO" is out of range'],
    ['FREQ=MONTHLY;BYDAY=6MO', 'beyond the 5 weeks'],
    ['FREQ=MONTHLY;BYDAY=XX', 'is not a weekday'],
    ['FREQ=WEEKLY;BYDAY=1MO', 'numbered weekday'],
    ['FREQ=YEARLY;BYWEEKNO=1;BYDAY=1MO', 'beside BYWEEKNO'],
    ['FREQ=MONTHLY;BYWEEKNO=1', 'BYWEEKNO: cannot be combined with FREQ=MONTHLY'],
    ['FREQ=DAILY;BYYEARDAY=1', 'BYYEARDAY: cannot be combined with FREQ=DAILY'],
    ['FREQ=WEEKLY;BYMONTHDAY=1', 'BYMONTHDAY: cannot be combined with FREQ=WEEKLY'],
    ['FREQ=DAILY;BYSETPOS=1', 'BYSETPOS'],
    ['FREQ=DAILY;FREQ=DAILY', 'FREQ is given twice'],
    ['FREQ=DAILY;BYHOURS=1', 'did you mean BYHOUR?'],
    ['FREQ=DAILY;DTSTART=20270101', 'give anchor and zone'],
    ['FREQ=DAILY\nEXDATE=20270101', 'character 11 is not allowed'],
    ['FREQ=DAILY;', 'is not NAME=VALUE'],
    [`FREQ=DAILY;BYHOUR=${'1,'.repeat(150)}1`, 'more than 256'],
    [7, 'must be a string'],
  ])('%p', (rule, problem) => {
    expect(problemOf(rule)).toContain(problem);
  });

  it.each([
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=MONTHLY;BYMONTHDAY=1;BYSETPOS=2;BYHOUR=9',
    'FREQ=MONTHLY;INTERVAL=12;BYMONTH=2',
    'FREQ=SECONDLY;INTERVAL=2;BYSECOND=1',
    'FREQ=MINUTELY;BYSECOND=0;BYSETPOS=2',
    'FREQ=SECONDLY;INTERVAL=7;BYHOUR=0;BYMINUTE=0;BYSECOND=1;BYDAY=MO',
  ])('if it never matches: %s', (rule) => {
    expect(problemOf(rule)).toContain('no date ever matches');
  });

  it('or searched quickly, whatever parts it has', () => {
    const random = new SeededRandom(seedOfRun());
    const pieces = [
      ...['FREQ=', 'YEARLY', 'SECONDLY', 'DAILY', ';', ';BYDAY=', 'MO', '-1FR', ';BYSETPOS=', ';BYHOUR='],
      ...[
        ';BYSECOND=',
        ';INTERVAL=',
        ';COUNT=',
        ';UNTIL=',
        '1',
        '59',
        '-366',
        ',',
        '=',
        '\0',
        '💣',
        '99999999',
      ],
    ];
    for (let times = 0; times < 5_000; times += 1) {
      const tail = Array.from({ length: random.between(0, 12) }, () => random.pick(pieces)).join('');
      try {
        compile(random.chance(0.8) ? `FREQ=${tail}` : tail, '2027-01-01T00:00:00Z').next(new Date(0));
      } catch (error) {
        if (!(error instanceof ScheduleInvalid)) throw error;
      }
    }
  });
});
