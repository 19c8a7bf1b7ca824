import { type DstPolicy, trigger } from '@scheduler/contracts';
import { createRecurrenceEngine } from '../recurrence-engine.js';

const engine = createRecurrenceEngine();

interface Question {
  readonly expressions: string | readonly string[];
  readonly zone: string;
  readonly dst?: Partial<DstPolicy>;
  readonly after: string;
  readonly count: number;
}

function instants({ expressions, zone, dst = {}, after, count }: Question): string[] {
  const recurrence = engine.compile({
    trigger: trigger.cron(expressions, { zone, dst }),
    anchor: new Date(0),
    startAt: null,
    endAt: null,
  });
  const found: string[] = [];
  for (
    let at = recurrence.next(new Date(after));
    at !== null && found.length < count;
    at = recurrence.next(at)
  ) {
    found.push(at.toISOString().replace(':00.000Z', 'Z').slice(5));
  }
  return found;
}

const NEW_YORK = 'America/New_York';
const BEFORE_GAP = '2027-03-13T12:00:00Z';
const BEFORE_REPEAT = '2027-11-06T12:00:00Z';

describe('a local time that does not exist', () => {
  it.each<[string, string | string[], Partial<DstPolicy>, string[]]>([
    ['runs at the first instant after the gap', '30 2 * * *', {}, ['03-14T07:00Z', '03-15T06:30Z']],
    ['is left out by choice', '30 2 * * *', { gap: 'skip' }, ['03-15T06:30Z', '03-16T06:30Z']],
    ['runs once for several in one gap', '0,30,59 2 * * *', {}, ['03-14T07:00Z', '03-15T06:00Z']],
    [
      'runs once with a time right after the gap',
      '30 2,3 * * *',
      {},
      ['03-14T07:00Z', '03-14T07:30Z', '03-15T06:30Z'],
    ],
    ['runs once with the end of the gap itself', '0 2,3 * * *', {}, ['03-14T07:00Z', '03-15T06:00Z']],
    [
      'runs once for several expressions',
      ['30 2 * * *', '45 2 * * *'],
      {},
      ['03-14T07:00Z', '03-15T06:30Z', '03-15T06:45Z'],
    ],
    ['does not move times outside of the gap', '59 1 * * *', {}, ['03-14T06:59Z', '03-15T05:59Z']],
    ['never runs in an interval expression', '*/30 2 * * *', {}, ['03-15T06:00Z', '03-15T06:30Z']],
  ])('%s', (_, expressions, dst, expected) => {
    expect(instants({ expressions, zone: NEW_YORK, dst, after: BEFORE_GAP, count: expected.length })).toEqual(
      expected,
    );
  });

  it('runs after a gap of half an hour', () => {
    const question = {
      expressions: '15 2 * * *',
      zone: 'Australia/Lord_Howe',
      after: '2027-10-02T12:00:00Z',
      count: 2,
    };
    expect(instants(question)).toEqual(['10-02T15:30Z', '10-03T15:15Z']);
  });

  it('runs after a gap at midnight', () => {
    const question = {
      expressions: '0 0 * * *',
      zone: 'America/Sao_Paulo',
      after: '2018-11-03T12:00:00Z',
      count: 2,
    };
    expect(instants(question)).toEqual(['11-04T03:00Z', '11-05T02:00Z']);
  });

  it.each<DstPolicy['gap']>(['after', 'skip'])(
    'is not made up for a calendar day that was skipped (%s)',
    (gap) => {
      const question = {
        expressions: '0 12 * * *',
        zone: 'Pacific/Apia',
        dst: { gap },
        after: '2011-12-29T00:00:00Z',
        count: 3,
      };
      expect(instants(question)).toEqual(['12-29T22:00Z', '12-30T22:00Z', '12-31T22:00Z']);
    },
  );

  it('never runs if the expression has no other time', () => {
    const question = {
      expressions: '30 2 * 3 SUN#2',
      zone: NEW_YORK,
      dst: { gap: 'skip' as const },
      after: BEFORE_GAP,
      count: 1,
    };
    expect(instants(question)).toEqual([]);
  });
});

describe('a local time that happens twice', () => {
  it.each<[string, string, Partial<DstPolicy>, string[]]>([
    ['runs at the first', '30 1 * * *', {}, ['11-07T05:30Z', '11-08T06:30Z']],
    [
      'runs at both by choice',
      '30 1 * * *',
      { repeat: 'both' },
      ['11-07T05:30Z', '11-07T06:30Z', '11-08T06:30Z'],
    ],
    ['runs at the last by choice', '30 1 * * *', { repeat: 'last' }, ['11-07T06:30Z', '11-08T06:30Z']],
    [
      'keeps the order of the two passes',
      '0,30 1 * * *',
      { repeat: 'both' },
      ['11-07T05:00Z', '11-07T05:30Z', '11-07T06:00Z', '11-07T06:30Z', '11-08T06:00Z'],
    ],
    [
      'runs in both passes of an interval expression',
      '*/30 1 * * *',
      {},
      ['11-07T05:00Z', '11-07T05:30Z', '11-07T06:00Z', '11-07T06:30Z'],
    ],
  ])('%s', (_, expressions, dst, expected) => {
    expect(
      instants({ expressions, zone: NEW_YORK, dst, after: BEFORE_REPEAT, count: expected.length }),
    ).toEqual(expected);
  });

  it('does not run again when the search begins inside the second pass', () => {
    const question = { expressions: '30 1 * * *', zone: NEW_YORK, after: '2027-11-07T06:10:00Z', count: 1 };
    expect(instants(question)).toEqual(['11-08T06:30Z']);
  });

  it('runs at the last even when the search begins inside the first pass', () => {
    const dst = { repeat: 'last' } as const;
    expect(
      instants({ expressions: '30 1 * * *', zone: NEW_YORK, dst, after: '2027-11-07T05:10:00Z', count: 1 }),
    ).toEqual(['11-07T06:30Z']);
  });
});

describe('an interval expression', () => {
  const runsOn = (day: string, next: string) => {
    const all = instants({
      expressions: '0 * * * *',
      zone: NEW_YORK,
      after: new Date(Date.parse(day) - 1).toISOString(),
      count: 30,
    });
    return all.filter((at) => at < next).length;
  };

  it('runs 23 times on the short day and 25 times on the long one', () => {
    expect(runsOn('2027-03-14T05:00:00Z', '03-15T04:00Z')).toBe(23);
    expect(runsOn('2027-11-07T04:00:00Z', '11-08T05:00Z')).toBe(25);
  });

  it('keeps its distance through a change', () => {
    const runs = instants({
      expressions: '*/15 * * * *',
      zone: NEW_YORK,
      after: '2027-11-07T05:30:00Z',
      count: 6,
    });
    expect(runs).toEqual([
      '11-07T05:45Z',
      '11-07T06:00Z',
      '11-07T06:15Z',
      '11-07T06:30Z',
      '11-07T06:45Z',
      '11-07T07:00Z',
    ]);
  });
});

describe('the answer', () => {
  it('does not depend on the milliseconds of the request', () => {
    const question = { expressions: '* * * * *', zone: 'UTC', count: 1 };
    expect(instants({ ...question, after: '2027-01-01T00:00:00.000Z' })).toEqual(['01-01T00:01Z']);
    expect(instants({ ...question, after: '2027-01-01T00:00:59.999Z' })).toEqual(['01-01T00:01Z']);
    expect(instants({ ...question, after: '2026-12-31T23:59:59.999Z' })).toEqual(['01-01T00:00Z']);
  });

  it('has each instant of a union once', () => {
    const expressions = ['0 9 * * *', '0 9,10 * * *', '0 */9 * * *'];
    expect(instants({ expressions, zone: 'UTC', after: '2027-01-01T00:00:00Z', count: 4 })).toEqual([
      '01-01T09:00Z',
      '01-01T10:00Z',
      '01-01T18:00Z',
      '01-02T00:00Z',
    ]);
  });

  it('reaches to the end of time and not beyond', () => {
    const question = { expressions: '0 0 29 2 *', zone: NEW_YORK, count: 5 };
    expect(instants({ ...question, after: '+275760-01-01T00:00:00Z' })).toHaveLength(1);
    expect(instants({ ...question, after: '+275760-09-13T00:00:00Z' })).toEqual([]);
  });
});
