import type { Execution } from '@scheduler/contracts';
import { ManualClock } from '../test-support/manual-clock.js';
import { sampleExecution } from '../test-support/samples.js';
import { LaneBuffer } from './lane-buffer.js';

let made = 0;
const some = (count: number): Execution[] =>
  Array.from({ length: count }, () => sampleExecution({ id: `e${++made}` }));

function setUp(concurrency = 2) {
  const clock = new ManualClock();
  const lane = new LaneBuffer('default', concurrency, clock);
  const startAll = () => {
    const started: Execution[] = [];
    for (; lane.canStart;) started.push(...[lane.startNext()].filter((next) => next !== null));
    return started;
  };
  /** Works off everything that waits and runs. */
  const workOff = () => {
    for (let running = startAll().length; running > 0; running = startAll().length)
      for (let i = 0; i < running; i++) lane.finished();
  };
  return { clock, lane, startAll, workOff };
}

describe('LaneBuffer', () => {
  it('claims at first no more than it can run at once', () => {
    expect(setUp(3).lane.capacity).toBe(3);
  });

  it('runs in the order of the claim, never more at once than its concurrency (F111)', () => {
    const { lane, startAll } = setUp(2);
    const given = some(4);
    lane.put(given, lane.capacity);
    expect(startAll()).toEqual(given.slice(0, 2));
    expect(lane.buffered).toBe(2);
    lane.finished();
    expect(startAll()).toEqual([given[2]]);
  });

  it('keeps the order over several claims', () => {
    const { lane, startAll } = setUp(1);
    const [first, second] = [some(3), some(2)];
    lane.put(first, lane.capacity);
    expect(startAll()).toEqual([first[0]]);
    lane.put(second, lane.capacity);
    const rest: Execution[] = [];
    for (let i = 0; i < 4; i++) {
      lane.finished();
      rest.push(...startAll());
    }
    expect(rest).toEqual([first[1], first[2], ...second]);
  });

  it('has no room while all slots are taken', () => {
    const { lane, startAll } = setUp(2);
    lane.put(some(2), lane.capacity);
    startAll();
    expect(lane.capacity).toBe(0);
    lane.finished();
    expect(lane.capacity).toBe(1);
  });

  it('says whether the last claim brought less than there was room for', () => {
    const { lane, workOff } = setUp(2);
    expect(lane.wasDrained).toBe(true);
    lane.put(some(2), lane.capacity);
    expect(lane.wasDrained).toBe(false);
    workOff();
    lane.put(some(1), lane.capacity);
    expect(lane.wasDrained).toBe(true);
  });

  it('is not drained by what ended while the claim was under way', () => {
    const { lane, startAll } = setUp(3);
    lane.put(some(2), 2);
    startAll();
    const wanted = lane.capacity;
    lane.finished();
    lane.put(some(wanted), wanted);
    expect([wanted, lane.wasDrained]).toEqual([1, false]);
  });

  it('claims ahead, ever more, what it works off at once, at most 1,000 in one claim', async () => {
    const { clock, lane, workOff } = setUp(20);
    const rooms: number[] = [];
    for (let i = 0; i < 7; i++) {
      rooms.push(lane.capacity);
      lane.put(some(lane.capacity), lane.capacity);
      workOff();
      await clock.advance(10);
    }
    expect(rooms).toEqual([20, 20, 340, 420, 1_000, 1_000, 1_000]);
  });

  it('claims ahead at once what it works off in 200 ms, as soon as it has shown how much that is', async () => {
    const { clock, lane, workOff } = setUp(50);
    for (const room of [50, 50, 550]) {
      expect(lane.capacity).toBe(room);
      lane.put(some(room), room);
      workOff();
      await clock.advance(20);
    }
  });

  it('has room for a second claim while the first is worked off', async () => {
    const { clock, lane, startAll, workOff } = setUp(10);
    for (let i = 0; i < 8; i++) {
      lane.put(some(lane.capacity), lane.capacity);
      workOff();
      await clock.advance(10);
    }
    lane.put(some(lane.capacity), lane.capacity);
    startAll();
    expect([lane.buffered, lane.isLow, lane.capacity]).toEqual([990, true, 1_000]);
    lane.put(some(lane.capacity), lane.capacity);
    expect([lane.buffered, lane.isLow, lane.capacity]).toEqual([1_990, false, 10]);
  });

  it('claims ahead what it starts within 200 ms, however often it claims', async () => {
    const { clock, lane, startAll } = setUp(10);
    lane.put(some(10), 10);
    startAll();
    let most = 0;
    // Handlers of 250 ms in ten slots: one ends every 25 ms, and a claim follows each time.
    for (let i = 0; i < 200; i++) {
      await clock.advance(25);
      lane.finished();
      const wanted = lane.capacity;
      if (wanted > 0) lane.put(some(wanted), wanted);
      startAll();
      most = Math.max(most, lane.buffered);
    }
    expect(most).toBe(8);
    expect(lane.takeOverdue()).toEqual([]);
  });

  it('claims nothing ahead for handlers that take longer than half a second', async () => {
    const { clock, lane, startAll } = setUp(10);
    lane.put(some(10), 10);
    startAll();
    for (let i = 0; i < 50; i++) {
      await clock.advance(60);
      lane.finished();
      expect(lane.capacity).toBe(1);
      lane.put(some(1), 1);
      startAll();
    }
  });

  it('claims less ahead when the lane gets slower while executions wait', async () => {
    const { clock, lane, startAll, workOff } = setUp(10);
    for (let i = 0; i < 3; i++) {
      lane.put(some(lane.capacity), lane.capacity);
      workOff();
      await clock.advance(10);
    }
    expect(lane.capacity).toBe(210);
    lane.put(some(210), 210);
    startAll();
    for (let i = 0; i < 20; i++) lane.finished();
    startAll();
    await clock.advance(80);
    lane.put(some(1), 1);
    lane.takeAll();
    expect(lane.capacity).toBe(50);
  });

  it('does not change its mind where nothing waited, or when the queue was empty', async () => {
    const { clock, lane, workOff } = setUp(10);
    for (let i = 0; i < 3; i++) {
      lane.put(some(lane.capacity), lane.capacity);
      workOff();
    }
    const before = lane.capacity;
    await clock.advance(500);
    lane.put(some(lane.capacity), lane.capacity);
    workOff();
    expect(lane.capacity).toBe(before);
    await clock.advance(5_000);
    lane.put(some(1), lane.capacity);
    workOff();
    expect(lane.capacity).toBe(before);
  });

  it('counts the second of each execution from its own claim, whatever is claimed later', async () => {
    const { clock, lane, startAll } = setUp(1);
    const [given, later, urgent] = [some(2), some(1), [sampleExecution({ id: 'urgent', priority: 0 })]];
    lane.put(given, lane.capacity);
    startAll();
    await clock.advance(600);
    lane.put(later, 1);
    lane.putUrgent(urgent);
    expect(lane.untilOverdueMs).toBe(400);
    await clock.advance(400);
    expect(lane.takeOverdue()).toEqual([given[1]]);
    expect(lane.untilOverdueMs).toBe(600);
    await clock.advance(600);
    expect(lane.takeOverdue()).toEqual([...urgent, ...later]);
    expect(lane.untilOverdueMs).toBeNull();
  });

  it('counts a claim from the call on, and leaves half a second after a slow answer', async () => {
    const { clock, lane } = setUp(1);
    const askedAtMs = clock.monotonicMs();
    await clock.advance(300);
    lane.put(some(1), 1, askedAtMs);
    expect(lane.untilOverdueMs).toBe(700);
    await clock.advance(4_000);
    lane.takeAll();
    lane.put(some(1), 1, askedAtMs);
    expect(lane.untilOverdueMs).toBe(500);
  });

  it('does not start what was claimed too long ago, even if a slot is free', async () => {
    const { clock, lane, startAll } = setUp(5);
    const given = some(5);
    lane.put(given, 5);
    expect(lane.startNext()).toEqual(given[0]);
    await clock.advance(1_000);
    expect(startAll()).toEqual([]);
    expect(lane.takeOverdue()).toEqual(given.slice(1));
    // Only as many as were started are claimed next, and twice as many after each claim that was started.
    expect(lane.capacity).toBe(1);
    lane.put(some(1), 1);
    expect(startAll()).toHaveLength(1);
    expect(lane.capacity).toBe(2);
  });

  it('is low when half of what it claims ahead is gone', async () => {
    const { clock, lane, startAll, workOff } = setUp(2);
    expect(lane.isLow).toBe(true);
    for (let i = 0; i < 2; i++) {
      lane.put(some(lane.capacity), lane.capacity);
      workOff();
      await clock.advance(50);
    }
    lane.put(some(lane.capacity), lane.capacity);
    lane.put(some(lane.capacity), lane.capacity);
    startAll();
    const seen = Array.from({ length: 5 }, () => {
      const now = [lane.buffered, lane.isLow];
      lane.finished();
      startAll();
      return now;
    });
    expect(seen).toEqual([
      [8, false],
      [7, false],
      [6, false],
      [5, false],
      [4, true],
    ]);
  });

  it('claims and starts nothing while it is paused', () => {
    const { lane, startAll } = setUp(2);
    lane.put(some(1), lane.capacity);
    expect(lane.adjust({ paused: true, concurrency: 2 })).toBe(true);
    expect([lane.isPaused, lane.capacity, startAll()]).toEqual([true, 0, []]);
    expect(lane.adjust({ paused: false, concurrency: 2 })).toBe(true);
    expect(startAll()).toHaveLength(1);
    expect(lane.capacity).toBe(1);
  });

  it('gets more slots or fewer while it runs, and says whether anything changed', () => {
    const { lane, startAll } = setUp(2);
    expect(lane.adjust({ paused: false, concurrency: 2 })).toBe(false);
    expect(lane.adjust({ paused: false, concurrency: 3 })).toBe(true);
    lane.put(some(4), lane.capacity);
    expect(startAll()).toHaveLength(3);
    lane.adjust({ paused: false, concurrency: 1 });
    expect([lane.concurrency, lane.capacity]).toEqual([1, 0]);
    lane.finished();
    lane.finished();
    expect(startAll()).toEqual([]);
    lane.finished();
    expect(startAll()).toHaveLength(1);
  });

  it('gives back all that waits, but not what runs', () => {
    const { lane, startAll } = setUp(2);
    const given = some(5);
    lane.put(given, lane.capacity);
    startAll();
    expect(lane.takeAll()).toEqual(given.slice(2));
    expect(lane.buffered).toBe(0);
    expect(lane.takeAll()).toEqual([]);
    lane.finished();
    expect(lane.startNext()).toBeNull();
  });

  it('gives back what waits behind slow work, and claims nothing ahead then', async () => {
    const { clock, lane, startAll, workOff } = setUp(2);
    for (let i = 0; i < 3; i++) {
      lane.put(some(lane.capacity), lane.capacity);
      workOff();
    }
    const given = some(lane.capacity);
    lane.put(given, lane.capacity);
    startAll();
    await clock.advance(999);
    expect(lane.takeOverdue()).toEqual([]);
    await clock.advance(1);
    expect(lane.takeOverdue()).toEqual(given.slice(2));
    expect(lane.capacity).toBe(0);
  });

  it('offers a settlement the places that are kept for it, and those that no claim asks for', () => {
    const { lane, startAll } = setUp(3);
    lane.put(some(2), lane.capacity);
    startAll();
    lane.places.keep(1);
    lane.finished();
    expect(lane.capacity).toBe(1);
    lane.places.claimBegins(1);
    const offer = lane.offer(5);
    expect(offer.limit).toBe(1);
    lane.places.claimEnds();
    const another = lane.offer(0);
    expect([another.limit, lane.capacity]).toEqual([1, 0]);
    another.withdraw();
    offer.withdraw();
    lane.places.free(1);
    expect(lane.capacity).toBe(2);
  });

  it('remembers that a round of claims has passed over it', () => {
    const { lane } = setUp(1);
    lane.places.claimBegins(0);
    lane.places.claimEnds();
    expect(lane.places.wasPassedOver).toBe(true);
    lane.places.claimBegins(1);
    expect(lane.places.wasPassedOver).toBe(false);
  });
});
