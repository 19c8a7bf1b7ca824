import { SettableClock } from './settable-clock.js';

const START = '2030-01-01T00:00:00.000Z';

function recording(clock: SettableClock) {
  const events: string[] = [];
  const at = (label: string, delayMs: number) =>
    clock.setTimer({ delayMs, callback: () => events.push(`${label}@${clock.monotonicMs()}`) });
  return { events, at };
}

describe('SettableClock', () => {
  it('stands still until it is moved (F51)', () => {
    const clock = new SettableClock(START);
    expect(clock.now()).toEqual(new Date(START));
    expect(clock.now()).toEqual(new Date(START));
    expect(clock.monotonicMs()).toBe(0);
  });

  it('returns a new date at each call', () => {
    const clock = new SettableClock(START);
    clock.now().setTime(0);
    expect(clock.now()).toEqual(new Date(START));
  });

  it('advances both the wall clock and the monotonic one', async () => {
    const clock = new SettableClock(START);
    await clock.advance('1h30m');
    expect(clock.now()).toEqual(new Date('2030-01-01T01:30:00.000Z'));
    expect(clock.monotonicMs()).toBe(5_400_000);
  });

  it('advances to an instant, and refuses one that is over', async () => {
    const clock = new SettableClock(START);
    await clock.advanceTo('2030-01-01T00:01:00Z');
    expect(clock.monotonicMs()).toBe(60_000);
    await expect(clock.advanceTo(START)).rejects.toThrow('cannot advance back');
  });

  it('fires timers at their own instants, in order of time and then of setting', async () => {
    const clock = new SettableClock(START);
    const { events, at } = recording(clock);
    at('late', 300);
    at('first', 100);
    at('second', 100);
    at('never', 1_001);
    await clock.advance(1_000);
    expect(events).toEqual(['first@100', 'second@100', 'late@300']);
    expect(clock.pendingTimers).toBe(1);
    expect(clock.monotonicMs()).toBe(1_000);
  });

  it('fires a timer whose delay is exactly what passes', async () => {
    const clock = new SettableClock(START);
    const { events, at } = recording(clock);
    at('edge', 1_000);
    await clock.advance(999);
    expect(events).toEqual([]);
    await clock.advance(1);
    expect(events).toEqual(['edge@1000']);
  });

  it('does not call back before the clock moves, even for a delay of 0', async () => {
    const clock = new SettableClock(START);
    const { events, at } = recording(clock);
    at('zero', 0);
    at('negative', -5);
    expect(events).toEqual([]);
    await clock.advance(0);
    expect(events).toEqual(['zero@0', 'negative@0']);
  });

  it('does not run a cancelled timer; cancelling again has no effect', async () => {
    const clock = new SettableClock(START);
    const { events, at } = recording(clock);
    const timer = at('cancelled', 10);
    timer.cancel();
    timer.cancel();
    await clock.advance(100);
    expect(events).toEqual([]);
  });

  it('lets promises settle between timers, and runs timers that they set', async () => {
    const clock = new SettableClock(START);
    const events: string[] = [];
    const loop = async (round: number): Promise<void> => {
      for (let step = 0; step < 20; step += 1) await Promise.resolve();
      await new Promise<void>((resolve) => setImmediate(resolve));
      events.push(`${round}@${clock.monotonicMs()}`);
      clock.setTimer({ delayMs: 1_000, callback: () => void loop(round + 1) });
    };
    await loop(0);
    await clock.advance('3s');
    expect(events).toEqual(['0@0', '1@1000', '2@2000', '3@3000']);
  });

  it('runs waiting timers until none is left, or up to a limit', async () => {
    const clock = new SettableClock(START);
    const { events, at } = recording(clock);
    at('b', 60_000);
    at('a', 10);
    expect(await clock.runTimers()).toBe(2);
    expect(events).toEqual(['a@10', 'b@60000']);
    const forever = (): void => void clock.setTimer({ delayMs: 1, callback: forever });
    forever();
    expect(await clock.runTimers(5)).toBe(5);
  });

  it('sets the wall clock without letting time pass (F51)', async () => {
    const clock = new SettableClock(START);
    const { events, at } = recording(clock);
    at('timer', 1_000);
    clock.setTime('2031-01-01T00:00:00Z');
    clock.jump(-3_600_000);
    expect(clock.now()).toEqual(new Date('2030-12-31T23:00:00Z'));
    expect(clock.monotonicMs()).toBe(0);
    expect(events).toEqual([]);
    await clock.advance(1_000);
    expect(events).toEqual(['timer@1000']);
  });

  it('refuses what is not an instant', () => {
    expect(() => new SettableClock('soon')).toThrow('is not an instant');
  });
});
