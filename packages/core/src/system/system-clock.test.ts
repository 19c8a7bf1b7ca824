import { SystemClock } from './system-clock.js';
import { SystemRandomness } from './system-randomness.js';

const LONGEST = 2 ** 31 - 1;

describe('SystemClock (F50)', () => {
  beforeEach(() => void jest.useFakeTimers({ now: new Date('2030-01-01T00:00:00Z') }));
  afterEach(() => jest.useRealTimers());

  it('shows the time of the machine', () => {
    const clock = new SystemClock();
    expect(clock.now()).toEqual(new Date('2030-01-01T00:00:00Z'));
    jest.advanceTimersByTime(1_500);
    expect(clock.now()).toEqual(new Date('2030-01-01T00:00:01.500Z'));
  });

  it('has a monotonic time that the wall clock does not disturb', () => {
    const clock = new SystemClock();
    const before = clock.monotonicMs();
    jest.advanceTimersByTime(100);
    jest.setSystemTime(new Date('2020-01-01T00:00:00Z'));
    expect(clock.monotonicMs() - before).toBe(100);
  });

  it.each([0, 1, 60_000, LONGEST, LONGEST + 1, LONGEST * 2, LONGEST * 3 + 5])(
    'calls back once, %d ms later',
    (delayMs) => {
      const callback = jest.fn();
      new SystemClock().setTimer({ delayMs, callback });
      if (delayMs > 0) jest.advanceTimersByTime(delayMs - 1);
      expect(callback).not.toHaveBeenCalled();
      jest.advanceTimersByTime(1);
      expect(callback).toHaveBeenCalledTimes(1);
      jest.advanceTimersByTime(LONGEST);
      expect(callback).toHaveBeenCalledTimes(1);
    },
  );

  it.each([0, 1_000, LONGEST + 5, LONGEST * 2 + 5])(
    'does not call back after %d ms once cancelled',
    (delayMs) => {
      const callback = jest.fn();
      new SystemClock().setTimer({ delayMs, callback }).cancel();
      jest.advanceTimersByTime(delayMs + 1_000);
      expect(callback).not.toHaveBeenCalled();
      expect(jest.getTimerCount()).toBe(0);
    },
  );

  it.each([LONGEST + 1, LONGEST * 2 + 1])('a wait of %d ms can be cancelled in its last part', (delayMs) => {
    const callback = jest.fn();
    const timer = new SystemClock().setTimer({ delayMs, callback });
    jest.advanceTimersByTime(delayMs - 1);
    timer.cancel();
    jest.advanceTimersByTime(LONGEST);
    expect(callback).not.toHaveBeenCalled();
  });

  it('lets a timer be cancelled after it went off', () => {
    const callback = jest.fn();
    const timer = new SystemClock().setTimer({ delayMs: 5, callback });
    jest.advanceTimersByTime(5);
    timer.cancel();
    expect(callback).toHaveBeenCalledTimes(1);
  });
});

describe('SystemRandomness', () => {
  it('draws different numbers in [0, 1)', () => {
    const randomness = new SystemRandomness();
    const drawn = Array.from({ length: 100 }, () => randomness.next());
    expect(drawn.every((number) => number >= 0 && number < 1)).toBe(true);
    expect(new Set(drawn).size).toBeGreaterThan(90);
  });
});
