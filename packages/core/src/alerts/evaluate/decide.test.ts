import type { AlertCondition, AlertStatus } from '@scheduler/contracts';
import { decide, type Facts } from './decide.js';

const NOW = new Date('2030-01-01T00:10:00Z');
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);

const size: AlertCondition = {
  metric: 'scheduler.queue.size',
  operator: 'gt',
  value: 10,
  durationMs: 300_000,
};
const rate: AlertCondition = { ...size, metric: 'scheduler.failure_rate' };
const growth: AlertCondition = { ...size, metric: 'scheduler.queue.growth' };

const open = (status: AlertStatus, minutes: number, value = 11, baseline: number | null = null) => ({
  status,
  since: minutesAgo(minutes),
  value,
  baseline,
});

interface Row {
  readonly condition: AlertCondition;
  readonly value: number | null;
  readonly alert: Facts['open'];
  readonly expected: object;
}

/** The name of a row, the condition, the value, the open alert, and what is decided. */
type Line = readonly [string, AlertCondition, number | null, Facts['open'], object];

const rows = (lines: readonly Line[]) =>
  lines.map(([name, condition, value, alert, expected]): [string, Row] => [
    name,
    { condition, value, alert, expected },
  ]);

describe('decide (F280)', () => {
  it.each(
    rows([
      ['nothing holds', size, 10, null, { kind: 'nothing' }],
      ['nothing is measured', rate, null, null, { kind: 'nothing' }],
      [
        'a state begins to hold',
        size,
        11,
        null,
        { kind: 'begin', status: 'pending', value: 11, baseline: null },
      ],
      ['a window holds', rate, 11, null, { kind: 'begin', status: 'firing', value: 11, baseline: null }],
      [
        'a state without a duration holds',
        { ...size, durationMs: 0 },
        11,
        null,
        { kind: 'begin', status: 'firing', value: 11, baseline: null },
      ],
      ['a state holds for too short', size, 11, open('pending', 4), { kind: 'nothing' }],
      [
        'it holds for too short with another value',
        size,
        12,
        open('pending', 4),
        { kind: 'measure', value: 12 },
      ],
      ['it has held for its duration', size, 11, open('pending', 5), { kind: 'fire', value: 11 }],
      ['a pending one is over', size, 10, open('pending', 4), { kind: 'forget' }],
      ['it goes on', size, 11, open('firing', 60), { kind: 'nothing' }],
      ['it is over', size, 10, open('firing', 60), { kind: 'resolve' }],
      ['nothing is measured any more', rate, null, open('firing', 60), { kind: 'resolve' }],
      ['it is over and was not announced', size, 10, open('resolving', 60), { kind: 'nothing' }],
      [
        'it holds again before its end was announced',
        rate,
        11,
        open('resolving', 60),
        { kind: 'begin', status: 'firing', value: 11, baseline: null },
      ],
      ['a queue is empty', growth, null, null, { kind: 'nothing' }],
      ['something waits', growth, 50, null, { kind: 'begin', status: 'pending', value: 0, baseline: 50 }],
      ['it has not grown enough', growth, 60, open('pending', 4, 0, 50), { kind: 'nothing' }],
      ['it has grown enough', growth, 61, open('pending', 4, 0, 50), { kind: 'fire', value: 11 }],
      ['it shrinks', growth, 40, open('pending', 4, 0, 50), { kind: 'restart', baseline: 40 }],
      ['its time is over', growth, 60, open('pending', 5, 0, 50), { kind: 'restart', baseline: 60 }],
      ['it grows on', growth, 70, open('firing', 9, 11, 50), { kind: 'measure', value: 20 }],
      ['it is back', growth, 60, open('firing', 9, 11, 50), { kind: 'resolve' }],
      ['it is empty again', growth, null, open('pending', 1, 0, 50), { kind: 'forget' }],
    ]),
  )('%s', (_, { condition, value, alert, expected }) => {
    const reading = value === null ? null : { value };
    expect(decide({ rule: { condition }, reading, open: alert, now: NOW })).toEqual(expected);
  });

  it.each([
    ['gt', [false, false, true]],
    ['gte', [false, true, true]],
    ['lt', [true, false, false]],
    ['lte', [true, true, false]],
    ['eq', [false, true, false]],
    ['ne', [true, false, true]],
  ] as const)('compares by %s', (operator, expected) => {
    const holds = [9, 10, 11].map(
      (value) =>
        decide({ rule: { condition: { ...rate, operator } }, reading: { value }, open: null, now: NOW }).kind,
    );
    expect(holds).toEqual(expected.map((does) => (does ? 'begin' : 'nothing')));
  });
});
