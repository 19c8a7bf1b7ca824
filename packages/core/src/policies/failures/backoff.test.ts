import { type Backoff, DEFAULT_BACKOFF } from '@scheduler/contracts';
import { backoffDelay } from './backoff.js';

const backoff = (changes: Partial<Backoff>): Backoff => ({
  strategy: 'exponential',
  delayMs: 1_000,
  factor: 2,
  maxDelayMs: 60_000,
  jitter: 0,
  ...changes,
});
const delays = (given: Backoff, random = 0) =>
  [1, 2, 3, 4, 5].map((retry) => backoffDelay(given, retry, random));

describe('backoffDelay', () => {
  it.each<[string, Backoff, number[]]>([
    ['fixed (F143)', backoff({ strategy: 'fixed' }), [1_000, 1_000, 1_000, 1_000, 1_000]],
    ['linear', backoff({ strategy: 'linear' }), [1_000, 2_000, 3_000, 4_000, 5_000]],
    ['exponential', backoff({}), [1_000, 2_000, 4_000, 8_000, 16_000]],
    ['exponential with a factor of 1', backoff({ factor: 1 }), [1_000, 1_000, 1_000, 1_000, 1_000]],
    ['exponential with a factor of 1.5', backoff({ factor: 1.5 }), [1_000, 1_500, 2_250, 3_375, 5_063]],
    [
      'exponential up to its longest (F140)',
      backoff({ maxDelayMs: 5_000 }),
      [1_000, 2_000, 4_000, 5_000, 5_000],
    ],
    [
      'linear up to its longest',
      backoff({ strategy: 'linear', maxDelayMs: 2_500 }),
      [1_000, 2_000, 2_500, 2_500, 2_500],
    ],
    ['fixed above its longest', backoff({ strategy: 'fixed', maxDelayMs: 500 }), [500, 500, 500, 500, 500]],
    ['none', backoff({ delayMs: 0 }), [0, 0, 0, 0, 0]],
    [
      'the default: 60 s × 2 (F141, F142, F263)',
      DEFAULT_BACKOFF,
      [60_000, 120_000, 240_000, 480_000, 960_000],
    ],
  ])('%s', (_, given, expected) => {
    expect(delays(given)).toEqual(expected);
  });

  it('never passes the longest delay, even after a thousand retries', () => {
    expect(backoffDelay(DEFAULT_BACKOFF, 1_000, 0)).toBe(3_600_000);
    expect(backoffDelay(backoff({ factor: 1e300 }), 1_000, 0)).toBe(60_000);
    expect(backoffDelay(backoff({ factor: 1e300, delayMs: 0 }), 1_000, 0)).toBe(0);
  });

  it.each([
    [0, 0.9, 1_000],
    [0.5, 0, 1_000],
    [0.5, 0.5, 750],
    [0.5, 0.998, 501],
    [1, 0, 1_000],
    [1, 0.5, 500],
    [1, 0.9999, 0],
  ])('with a jitter of %d and the draw %d takes %d ms of 1000', (jitter, random, expected) => {
    expect(backoffDelay(backoff({ jitter }), 1, random)).toBe(expected);
  });

  it('takes the jitter off after the cap, so that capped delays differ too', () => {
    expect(backoffDelay(backoff({ jitter: 0.5, maxDelayMs: 2_000 }), 9, 0.5)).toBe(1_500);
  });

  it('is a whole number of milliseconds', () => {
    expect(
      Number.isInteger(backoffDelay(backoff({ delayMs: 333, factor: 1.7, jitter: 0.3 }), 4, 0.123)),
    ).toBe(true);
  });
});
