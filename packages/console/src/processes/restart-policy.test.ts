import { afterEnd, cannotStart, NO_FAILURES, restartDelay, type RestartHistory } from './restart-policy.js';

const ends = (...workedMs: (number | null)[]): RestartHistory => workedMs.reduce(afterEnd, NO_FAILURES);

describe('the restart of a process', () => {
  it.each([
    [[null], 250],
    [[null, null], 500],
    [[null, null, null, null], 2_000],
    [[10, null, 59_999], 1_000],
    [Array.from({ length: 200 }, () => null), 30_000],
    [[null, null, null, 60_000], 250],
  ])('waits after ends of %j', (workedMs, delay) => {
    expect(restartDelay(ends(...workedMs))).toBe(delay);
  });

  it('is given up after five starts in a row that came to nothing, unless other processes work', () => {
    const five = ends(null, null, null, null, null);
    expect(cannotStart(five, false)).toBe(true);
    expect(cannotStart(five, true)).toBe(false);
    expect(cannotStart(ends(null, null, null, null), false)).toBe(false);
    expect(cannotStart(ends(null, null, null, null, 5, null), false)).toBe(false);
  });
});
