import type { Trigger } from '@scheduler/contracts';
import { createRecurrenceEngine } from '@scheduler/recurrence';
import { type MissedRuns, MOST_RUNS, simulate, type SimulationRequest } from './simulate.js';
import { daysOf, yearOf } from './year-of.js';
import { instantIn, isZone } from './zoned-time.js';

const ZONE = 'Europe/Berlin';
const cron = (expression: string, gap: 'after' | 'skip' = 'after'): Trigger => ({
  kind: 'cron',
  expressions: [expression],
  zone: ZONE,
  dst: { gap, repeat: 'first' },
});
const at = (local: string): Date => instantIn(ZONE, local) ?? new Date(Number.NaN);

/** A year of a job with an outage on 28 March, the day on which the clocks go forward. */
function year2027(trigger: Trigger, more: Partial<SimulationRequest> = {}) {
  return simulate({
    engine: createRecurrenceEngine(),
    trigger,
    from: at('2027-01-01T00:00'),
    until: at('2028-01-01T00:00'),
    outages: [],
    missedRuns: 'latest',
    ...more,
  });
}

const verdicts = (missedRuns: MissedRuns, outage: readonly [string, string]) =>
  year2027(cron('30 2 * * *'), {
    missedRuns,
    outages: [{ from: at(outage[0]), until: at(outage[1]) }],
  })
    .runs.filter(({ verdict }) => verdict !== 'on_time')
    .map(({ local, verdict, ranAt }) => [local.slice(5, 16), verdict, ranAt?.toISOString() ?? null]);

describe('a simulated year', () => {
  it('has each instant once, with what daylight saving does to it', () => {
    const { runs, isCut } = year2027(cron('30 2 * * *'));
    expect([runs.length, isCut]).toEqual([365, false]);
    expect(runs.filter(({ note }) => note !== null).map(({ local }) => local)).toEqual([
      '2027-03-28T03:00:00+02:00',
      '2027-10-31T02:30:00+02:00',
    ]);
  });

  it('begins and ends with the year', () => {
    const { runs } = year2027(cron('0 0 * * *'));
    expect([runs[0]?.local, runs.at(-1)?.local]).toEqual([
      '2027-01-01T00:00:00+01:00',
      '2027-12-31T00:00:00+01:00',
    ]);
  });

  it('shows a time that does not exist as left out, where the policy says so', () => {
    const left = year2027(cron('30 2 * * *', 'skip')).runs.filter(({ verdict }) => verdict === 'skipped');
    expect(left).toMatchObject([{ local: '2027-03-28T03:00:00+02:00', ranAt: null }]);
  });

  const three = ['2027-03-28T00:00', '2027-03-30T12:00'] as const;

  it.each<[MissedRuns, unknown]>([
    [
      'latest',
      [
        ['03-28T03:00', 'missed', null],
        ['03-29T02:30', 'missed', null],
        ['03-30T02:30', 'caught_up', '2027-03-30T10:00:00.000Z'],
      ],
    ],
    [
      'all',
      [
        ['03-28T03:00', 'caught_up', '2027-03-30T10:00:00.000Z'],
        ['03-29T02:30', 'caught_up', '2027-03-30T10:00:00.000Z'],
        ['03-30T02:30', 'caught_up', '2027-03-30T10:00:00.000Z'],
      ],
    ],
    [
      'skip',
      [
        ['03-28T03:00', 'missed', null],
        ['03-29T02:30', 'missed', null],
        ['03-30T02:30', 'missed', null],
      ],
    ],
  ])('makes up for an outage by the policy %s', (policy, expected) => {
    expect(verdicts(policy, three)).toEqual(expected);
  });

  it('takes what is a minute late for late, and not for missed', () => {
    expect(verdicts('skip', ['2027-03-29T02:29', '2027-03-29T02:31'])).toEqual([
      ['03-29T02:30', 'late', '2027-03-29T00:31:00.000Z'],
    ]);
  });

  it('stops where there are too many runs, and says so', () => {
    const { runs, isCut, until } = year2027(cron('* * * * *'));
    expect([runs.length, isCut, until]).toEqual([MOST_RUNS, true, runs.at(-1)?.at]);
  });
});

describe('the grid of a year', () => {
  const days = daysOf(year2027(cron('30 2 * * *')).runs);
  const rows = yearOf(2027, days, at('2028-01-01T00:00'));

  it('has a cell for each day that there is', () => {
    expect(rows.map(({ cells }) => cells.filter((cell) => cell !== undefined).length)).toEqual([
      31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31,
    ]);
  });

  it('says what is special about a day', () => {
    expect(rows[2]?.cells[27]).toEqual({
      key: '2027-03-28',
      level: 3,
      label: '28 Mar: 1 run, daylight saving',
      mark: 'note',
    });
  });
});

describe('local times', () => {
  it.each([
    ['2027-01-01T00:00', '2026-12-31T23:00:00.000Z'],
    ['2027-07-01T12:30', '2027-07-01T10:30:00.000Z'],
    ['2027-03-28T03:00', '2027-03-28T01:00:00.000Z'],
    ['nonsense', null],
  ])('%s is an instant', (local, expected) => {
    expect(instantIn(ZONE, local)?.toISOString() ?? null).toBe(expected);
  });

  it('tells zones from other words', () => {
    expect([isZone('America/New_York'), isZone('Europe/Berlim')]).toEqual([true, false]);
  });
});
