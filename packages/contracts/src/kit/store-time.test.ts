import { minute } from '../test-support/samples.js';
import { StoreTime } from './store-time.js';

/** A clock that stands still unless it is advanced. */
class StandingClock {
  private elapsedMs = 0;

  now(): Date {
    return new Date(minute(0).getTime() + this.elapsedMs);
  }

  monotonicMs(): number {
    return this.elapsedMs;
  }

  advance(ms: number): void {
    this.elapsedMs += ms;
  }
}

describe('StoreTime', () => {
  const later = (clock: StandingClock, ms: number) => new Date(clock.now().getTime() + ms);

  it('is the own clock until the store was seen', () => {
    const clock = new StandingClock();
    expect(new StoreTime(clock).now()).toBe(clock.now().getTime());
  });

  it('takes an instant for passed that is within its error', () => {
    const clock = new StandingClock();
    const time = new StoreTime(clock);
    expect(time.mayHavePassed(later(clock, 60_000))).toBe(true);
    const askedAtMs = clock.monotonicMs();
    clock.advance(20);
    time.observe(clock.now(), askedAtMs);
    const now = new Date(time.now());
    expect(time.mayHavePassed(new Date(now.getTime() + 10))).toBe(true);
    expect(time.mayHavePassed(new Date(now.getTime() + 11))).toBe(false);
  });

  it('says whether the store was seen', () => {
    const clock = new StandingClock();
    const time = new StoreTime(clock);
    expect(time.observedNow()).toBeNull();
    time.observe(later(clock, 5_000));
    expect(time.observedNow()).toBe(later(clock, 5_000).getTime());
  });

  it.each([5_000, -5_000])('goes on with the own clock, %d ms apart', (apart) => {
    const clock = new StandingClock();
    const time = new StoreTime(clock);
    time.observe(later(clock, apart));
    const storeNow = time.now();
    expect(storeNow - clock.now().getTime()).toBe(apart);
    clock.advance(300);
    expect(time.now()).toBe(storeNow + 300);
  });

  it('does not follow a wall clock that somebody sets', () => {
    let [wallMs, elapsedMs] = [1_000_000, 0];
    const clock = { now: () => new Date(wallMs), monotonicMs: () => elapsedMs };
    const time = new StoreTime(clock);
    wallMs += 3_600_000;
    elapsedMs += 500;
    expect(time.now()).toBe(1_000_500);
  });

  it('takes the middle of the time that an answer took', async () => {
    const clock = new StandingClock();
    const time = new StoreTime(clock);
    const storeNow = later(clock, 5_040);
    await time.asking(
      async () => {
        clock.advance(80);
        return storeNow;
      },
      (now) => now,
    );
    expect(time.now()).toBe(storeNow.getTime() + 40);
  });

  it('is not spoilt by an answer that was long on its way, but by one that contradicts it', () => {
    const clock = new StandingClock();
    const time = new StoreTime(clock);
    time.observe(later(clock, 5_000));
    const slowly = (storeNow: Date) => {
      const askedAtMs = clock.monotonicMs();
      clock.advance(6_000);
      time.observe(storeNow, askedAtMs);
    };
    slowly(later(clock, 5_010));
    expect(time.now() - clock.now().getTime()).toBe(5_000);
    slowly(later(clock, 60_000));
    expect(time.now() - clock.now().getTime()).toBe(57_000);
  });

  it('says how long it is until an instant of the store, never less than 0', () => {
    const clock = new StandingClock();
    const time = new StoreTime(clock);
    time.observe(later(clock, 5_000));
    expect(time.until(later(clock, 7_000))).toBe(2_000);
    expect(time.until(later(clock, 5_000))).toBe(0);
    expect(time.until(later(clock, 1_000))).toBe(0);
  });

  it('believes the latest observation', () => {
    const clock = new StandingClock();
    const time = new StoreTime(clock);
    time.observe(later(clock, 5_000));
    time.observe(later(clock, 100));
    expect(time.until(later(clock, 1_000))).toBe(900);
  });
});
