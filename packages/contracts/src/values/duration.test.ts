import { type DurationInput, DURATION_RULE, formatDuration, toMilliseconds } from './duration.js';
import { ScheduleInvalid } from '../errors/errors.js';

describe('toMilliseconds', () => {
  it.each<[DurationInput, number]>([
    [0, 0],
    [1_500, 1_500],
    [1.4, 1],
    [1.5, 2],
    [36_525 * 86_400_000, 36_525 * 86_400_000],
    ['0s', 0],
    ['250ms', 250],
    ['5s', 5_000],
    ['5m', 300_000],
    ['1h30m', 5_400_000],
    ['1.5h', 5_400_000],
    ['2d', 172_800_000],
    ['1w', 604_800_000],
    ['1w2d3h4m5s6ms', 604_800_000 + 2 * 86_400_000 + 3 * 3_600_000 + 4 * 60_000 + 5_000 + 6],
    ['  5m  ', 300_000],
    ['PT5M', 300_000],
    ['PT1H30M', 5_400_000],
    ['P1D', 86_400_000],
    ['P1W', 604_800_000],
    ['P1DT12H', 129_600_000],
    ['PT0.5S', 500],
    [{ minutes: 5 }, 300_000],
    [{ hours: 1, minutes: 30 }, 5_400_000],
    [{ weeks: 1, days: 1, hours: 1, minutes: 1, seconds: 1, milliseconds: 1 }, 694_861_001],
    [{ minutes: 0.5 }, 30_000],
  ])('reads %j as %d ms', (input, milliseconds) => {
    expect(toMilliseconds(input)).toBe(milliseconds);
  });

  it.each<[unknown]>([
    [''],
    ['5'],
    ['m'],
    ['5 m'],
    ['5 minutes'],
    ['5M'],
    ['1h30'],
    ['-5m'],
    ['P'],
    ['PT'],
    ['P1DT'],
    ['P1M'],
    ['P1Y'],
    ['PT1M1H'],
    ['pt5m'],
    ['1e3s'],
    [`${'1s'.repeat(40)}`],
    [{}],
    [{ minute: 5 }],
    [{ minutes: '5' }],
    [{ minutes: Number.NaN }],
    [{ __proto__: null, toString: 1 }],
    [[5]],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [null],
    [undefined],
    [true],
    [5n],
  ])('refuses %p', (input) => {
    expect(() => toMilliseconds(input as DurationInput, 'timeout')).toThrow(
      new RegExp(`^timeout: is not a duration.*; accepted: ${DURATION_RULE.slice(0, 20)}`),
    );
  });

  it.each<[DurationInput]>([[-1], [{ minutes: -5 }], [{ hours: 1, minutes: -61 }]])(
    'refuses the negative %j and says so',
    (input) => {
      expect(() => toMilliseconds(input, 'timeout')).toThrow(ScheduleInvalid);
      expect(() => toMilliseconds(input, 'timeout')).toThrow('timeout: must not be negative, got');
    },
  );

  it('refuses durations that would lead out of the range of dates', () => {
    expect(() => toMilliseconds('99999999999999w')).toThrow('duration: is longer than 100 years');
    expect(() => toMilliseconds(36_525 * 86_400_000 + 1)).toThrow('is longer than 100 years');
  });
});

describe('formatDuration', () => {
  it.each([
    [0, '0s'],
    [1, '1ms'],
    [999, '999ms'],
    [1_000, '1s'],
    [60_000, '1m'],
    [5_400_000, '1h30m'],
    [86_400_000, '1d'],
    [604_800_000, '7d'],
    [90_061_001, '1d1h1m1s1ms'],
    [0.4, '0s'],
  ])('writes %d ms as %s', (milliseconds, text) => {
    expect(formatDuration(milliseconds)).toBe(text);
  });

  it('is read back as the same duration', () => {
    for (let milliseconds = 1; milliseconds < 1e12; milliseconds = milliseconds * 3 + 7)
      expect(toMilliseconds(formatDuration(milliseconds))).toBe(milliseconds);
  });
});
