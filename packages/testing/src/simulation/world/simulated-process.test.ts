import { SimulatedProcess } from './simulated-process.js';
import { VirtualTime } from './virtual-time.js';

const START = Date.parse('2030-01-01T00:00:00Z');

function scene(skewMs = 0) {
  const time = new VirtualTime(START);
  const process = new SimulatedProcess({ name: 'n1.1', time, skewMs });
  const events: string[] = [];
  const noting = (label: string) => () => void events.push(`${label}@${time.nowMs - START}`);
  return {
    time,
    process,
    events,
    post: (delayMs: number, label: string) => process.post(delayMs, noting(label)),
    setTimer: (delayMs: number, label: string) =>
      process.clock.setTimer({ delayMs, callback: noting(label) }),
    runTo: (ms: number) => time.runUntil(START + ms),
  };
}

describe('SimulatedProcess', () => {
  it('runs posts and timers at their time', async () => {
    const { post, setTimer, events, runTo } = scene();
    setTimer(20, 'timer');
    post(10, 'post');
    await runTo(100);
    expect(events).toEqual(['post@10', 'timer@20']);
  });

  it('does not run cancelled posts', async () => {
    const { post, setTimer, events, runTo } = scene();
    const callOff = post(10, 'post');
    const timer = setTimer(10, 'timer');
    callOff();
    timer.cancel();
    await runTo(100);
    expect(events).toEqual([]);
  });

  it('numbers its calls from 1', () => {
    const { process } = scene();
    expect([process.nextCall(), process.nextCall()]).toEqual([1, 2]);
  });

  describe('that is paused', () => {
    it('continues in the order of due times, however long it was paused', async () => {
      const { post, events, runTo, process, time } = scene();
      post(60, 'second');
      post(10, 'first');
      post(100, 'third');
      process.pause(100);
      time.after(50, () => process.pause(150));
      await runTo(300);
      expect(events).toEqual(['first@200', 'second@200', 'third@200']);
    });

    it('runs posts that became due meanwhile when it continues, in order, and the others at their time', async () => {
      const { process, post, setTimer, events, runTo } = scene();
      post(60, 'second post');
      setTimer(50, 'timer');
      post(40, 'first post');
      post(150, 'later');
      process.pause(100);
      expect(process.isPaused).toBe(true);
      await runTo(99);
      expect(events).toEqual([]);
      await runTo(200);
      expect(process.isPaused).toBe(false);
      expect(events).toEqual(['first post@100', 'timer@100', 'second post@100', 'later@150']);
    });

    it('does not shorten a longer pause', async () => {
      const { process, post, events, runTo } = scene();
      process.pause(100);
      process.pause(50);
      post(0, 'post');
      await runTo(200);
      expect(events).toEqual(['post@100']);
    });

    it('continues only after the last of several pauses', async () => {
      const { time, process, post, events, runTo } = scene();
      process.pause(100);
      time.after(50, () => process.pause(100));
      post(10, 'post');
      await runTo(149);
      expect(events).toEqual([]);
      await runTo(150);
      expect(events).toEqual(['post@150']);
    });

    it('does not run a post that is cancelled after it became due', async () => {
      const { process, post, events, runTo } = scene();
      process.pause(100);
      const callOff = post(10, 'post');
      await runTo(50);
      callOff();
      await runTo(200);
      expect(events).toEqual([]);
    });

    it('has a clock that continues', async () => {
      const { process, runTo } = scene();
      process.pause(100);
      await runTo(60);
      expect(process.clock.monotonicMs()).toBe(60);
      expect(process.clock.now()).toEqual(new Date(START + 60));
    });
  });

  describe('that was killed', () => {
    it('runs no posts, whether they were made before or after', async () => {
      const { time, process, post, setTimer, events, runTo } = scene();
      post(10, 'in time');
      post(60, 'post');
      setTimer(60, 'timer');
      time.after(50, () => process.kill());
      time.after(70, () => void post(0, 'after its death'));
      await runTo(200);
      expect(events).toEqual(['in time@10']);
      expect(process.isDead).toBe(true);
    });

    it('does not continue after a pause', async () => {
      const { process, post, events, runTo } = scene();
      post(10, 'post');
      process.pause(100);
      await runTo(50);
      process.kill();
      expect(process.isPaused).toBe(false);
      await runTo(200);
      expect(events).toEqual([]);
    });

    it('calls each listener once', () => {
      const { process } = scene();
      const calls: string[] = [];
      process.whenKilled(() => calls.push('one'));
      process.whenKilled(() => calls.push('other'));
      expect(process.isDead).toBe(false);
      process.kill();
      process.kill();
      expect(calls).toEqual(['one', 'other']);
    });
  });

  it.each([90_000, -90_000])(
    'has a wall clock that is off by %d ms, and times its timers well',
    async (skewMs) => {
      const { process, setTimer, events, runTo } = scene(skewMs);
      expect(process.clock.now()).toEqual(new Date(START + skewMs));
      expect(process.clock.monotonicMs()).toBe(0);
      setTimer(10, 'timer');
      await runTo(100);
      expect(events).toEqual(['timer@10']);
      expect(process.clock.now()).toEqual(new Date(START + 100 + skewMs));
      expect(process.clock.monotonicMs()).toBe(100);
    },
  );

  it('has a wall clock that can be changed without changing anything else', async () => {
    const { time, process, setTimer, events, runTo } = scene(5);
    setTimer(30, 'timer');
    await runTo(10);
    process.jump(3_600_000);
    process.jump(-600_000);
    expect(process.clock.now()).toEqual(new Date(START + 10 + 5 + 3_000_000));
    expect(process.clock.monotonicMs()).toBe(10);
    expect(time.nowMs).toBe(START + 10);
    await runTo(100);
    expect(events).toEqual(['timer@30']);
  });

  it('counts its monotonic time from its own start', async () => {
    const { time, runTo } = scene();
    await runTo(500);
    const { clock } = new SimulatedProcess({ name: 'n1.2', time, skewMs: 0 });
    expect(clock.monotonicMs()).toBe(0);
    await runTo(600);
    expect(clock.monotonicMs()).toBe(100);
  });

  it('calls a listener at once that is added afterwards', () => {
    const { process } = scene();
    const calls: string[] = [];
    process.kill();
    process.whenKilled(() => calls.push('dead'));
    expect(calls).toEqual(['dead']);
  });
});
