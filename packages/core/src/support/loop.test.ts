import { ManualClock, settle } from '../test-support/manual-clock.js';
import { Loop } from './loop.js';

function setUp(tick: (round: number) => Promise<number | null> | number | null) {
  const clock = new ManualClock();
  const errors: unknown[] = [];
  const rounds: number[] = [];
  const loop = new Loop({
    clock,
    tick: async () => {
      rounds.push(clock.monotonicMs());
      return tick(rounds.length);
    },
    onError: (error) => errors.push(error),
    retryMs: 500,
  });
  return { clock, errors, rounds, loop };
}

/** A round that lasts until it is told to end. */
function held() {
  const ends: ((delayMs: number | null) => void)[] = [];
  return { ends, tick: () => new Promise<number | null>((resolve) => ends.push(resolve)) };
}

describe('Loop', () => {
  it('does nothing before it is started, even when woken', async () => {
    const { clock, loop, rounds } = setUp(() => 100);
    loop.wake();
    await clock.advance(1_000);
    expect(rounds).toEqual([]);
  });

  it('ticks at its start and then when each round says', async () => {
    const { clock, loop, rounds } = setUp((round) => round * 100);
    loop.start();
    await clock.advance(1_000);
    expect(rounds).toEqual([0, 100, 300, 600, 1_000]);
  });

  it('waits to be woken where a round says null', async () => {
    const { clock, loop, rounds } = setUp(() => null);
    loop.start();
    await clock.advance(10_000);
    loop.wake();
    await clock.advance(10_000);
    expect(rounds).toEqual([0, 10_000]);
    expect(clock.waiting).toEqual([]);
  });

  it('ticks at once when woken, and the timer that waited is gone', async () => {
    const { clock, loop, rounds } = setUp(() => 1_000);
    loop.start();
    await clock.advance(300);
    loop.wake();
    await settle();
    expect(rounds).toEqual([0, 300]);
    expect(clock.waiting).toEqual([1_000]);
  });

  it('never overlaps: many calls during a round cause one more round', async () => {
    const { ends, tick } = held();
    const { clock, loop, rounds } = setUp(tick);
    loop.start();
    await settle();
    for (let i = 0; i < 10; i++) loop.wake();
    await settle();
    expect(rounds).toHaveLength(1);
    ends[0]!(1_000);
    await settle();
    expect(rounds).toHaveLength(2);
    ends[1]!(1_000);
    await settle();
    expect(rounds).toHaveLength(2);
    expect(clock.waiting).toEqual([1_000]);
  });

  it('is started once, however often that is asked for', async () => {
    const { clock, loop, rounds } = setUp(() => 1_000);
    loop.start();
    loop.start();
    await clock.advance(500);
    expect(rounds).toEqual([0]);
  });

  it('tells an error and goes on after the retry delay', async () => {
    const failure = new Error('store is away');
    const { clock, errors, loop, rounds } = setUp((round) => {
      if (round === 1) throw failure;
      return 1_000;
    });
    loop.start();
    await clock.advance(1_500);
    expect(errors).toEqual([failure]);
    expect(rounds).toEqual([0, 500, 1_500]);
  });

  it('stops after the round under way, and none starts after it', async () => {
    const { ends, tick } = held();
    const { clock, loop, rounds } = setUp(tick);
    loop.start();
    loop.wake();
    await settle();
    let stopped = false;
    const stopping = loop.stop().then(() => (stopped = true));
    await settle();
    expect(stopped).toBe(false);
    ends[0]!(10);
    await stopping;
    loop.wake();
    await clock.advance(10_000);
    expect(rounds).toHaveLength(1);
  });

  it('takes its timer along when it stops', async () => {
    const { clock, loop } = setUp(() => 1_000);
    loop.start();
    await settle();
    await loop.stop();
    expect(clock.waiting).toEqual([]);
  });

  it('started again during its last round waits for the end of that round, and has one timer', async () => {
    const { ends, tick } = held();
    const { clock, loop, rounds } = setUp(tick);
    loop.start();
    await settle();
    void loop.stop();
    loop.start();
    await settle();
    expect(rounds).toHaveLength(1);
    ends[0]!(10);
    await settle();
    expect(rounds).toHaveLength(2);
    ends[1]!(1_000);
    await settle();
    expect(clock.waiting).toEqual([1_000]);
  });

  it('can be started again', async () => {
    const { clock, loop, rounds } = setUp(() => 1_000);
    loop.start();
    await clock.advance(100);
    await loop.stop();
    loop.start();
    await clock.advance(100);
    expect(rounds).toEqual([0, 100]);
  });
});
