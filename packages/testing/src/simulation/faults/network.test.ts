import { StoreUnavailable } from '@scheduler/contracts';
import { simulatedNetwork } from '../../test-support/simulated-network.js';
import { Dice } from '../world/dice.js';
import { SimulatedProcess } from '../world/simulated-process.js';

/** A call that notes when it is applied and when its answer arrives. */
function scene(options: Parameters<typeof simulatedNetwork>[0] = {}) {
  const simulated = simulatedNetwork(options);
  const { network, process, note } = simulated;
  const errors: unknown[] = [];
  const call = (work: () => Promise<string> = async () => 'done') =>
    void network
      .call(process, 'executions.settle', () => {
        note('applied');
        return work();
      })
      .then(note, (error: unknown) => {
        errors.push(error);
        note('error');
      });
  return { ...simulated, call, errors };
}

const LATER = 60_000;

describe('Network', () => {
  it.each([
    ['', ['applied@10', 'done@20']],
    ['n1.1:1 request_lost 500', ['error@500']],
    ['n1.1:1 reply_lost 500', ['applied@10', 'error@510']],
    ['n1.1:1 crash_before 0', []],
    ['n1.1:1 crash_after 0', ['applied@10']],
    ['n1.1:1 pause_before 500', ['applied@510', 'done@520']],
    ['n1.1:1 pause_after 500', ['applied@10', 'done@510']],
    ['n1.1:1 clock_jump 500', ['applied@10', 'done@20']],
    ['n1.1:2 crash_before 0', ['applied@10', 'done@20']],
  ])("a call that meets '%s'", async (faults, expected) => {
    const { time, call, events } = scene({ faults });
    call();
    await time.runUntil(LATER);
    expect(events).toEqual(expected);
  });

  it.each(['request_lost', 'reply_lost'])('%s looks like a store that cannot be reached', async (kind) => {
    const { time, call, errors } = scene({ faults: `n1.1:1 ${kind} 500` });
    call();
    await time.runUntil(LATER);
    expect(errors).toEqual([expect.any(StoreUnavailable)]);
    expect(String(errors[0])).toContain('the connection was lost');
  });

  it.each(['request_lost', 'reply_lost'])('%s is noticed when a paused process continues', async (kind) => {
    const { time, process, call, events } = scene({ faults: `n1.1:1 ${kind} 100` });
    call();
    time.after(50, () => process.pause(500));
    await time.runUntil(LATER);
    expect(events.at(-1)).toBe('error@550');
  });

  it.each(['request_lost', 'reply_lost'])(
    '%s is not noticed by a process that died meanwhile',
    async (kind) => {
      const { time, process, call, errors } = scene({ faults: `n1.1:1 ${kind} 100` });
      call();
      time.after(50, () => process.kill());
      await time.runUntil(LATER);
      expect(errors).toEqual([]);
    },
  );

  it('carries an error back as it is', async () => {
    const refusal = new Error('refused');
    const { time, call, errors, events } = scene();
    call(() => Promise.reject(refusal));
    await time.runUntil(LATER);
    expect(errors).toEqual([refusal]);
    expect(events).toEqual(['applied@10', 'error@20']);
  });

  it.each([
    ['reply_lost', ['applied@10', 'error@510']],
    ['pause_after', ['applied@10', 'error@510']],
    ['crash_after', ['applied@10']],
  ])('%s affects an error like an answer', async (kind, expected) => {
    const { time, call, errors, events } = scene({ faults: `n1.1:1 ${kind} 500` });
    call(() => Promise.reject(new Error('refused')));
    await time.runUntil(LATER);
    expect(events).toEqual(expected);
    if (kind === 'reply_lost') expect(errors).toEqual([expect.any(StoreUnavailable)]);
  });

  it.each([
    ['crash_before', 0],
    ['crash_after', 10],
  ])('%s kills the process at %d ms', async (kind, atMs) => {
    const { time, process, call, note, events } = scene({ faults: `n1.1:1 ${kind} 0` });
    process.whenKilled(() => note('killed'));
    call();
    await time.runUntil(LATER);
    expect(events.at(-1)).toBe(`killed@${atMs}`);
  });

  it.each([
    ['pause_before', 0, 500],
    ['pause_after', 10, 510],
  ])('%s pauses the process from %d to %d ms', async (kind, from, to) => {
    const { time, process, call, note, events } = scene({ faults: `n1.1:1 ${kind} 500` });
    process.post(from + 1, () => note('timer'));
    call();
    await time.runUntil(LATER);
    expect(events).toContain(`timer@${to}`);
  });

  it('clock_jump changes the clock of the process', () => {
    const { process, call } = scene({ faults: 'n1.1:1 clock_jump -500' });
    call();
    expect(process.clock.now()).toEqual(new Date(-500));
  });

  it('applies a request that was sent although its sender died', async () => {
    const { time, process, call, events } = scene();
    call();
    time.after(5, () => process.kill());
    await time.runUntil(LATER);
    expect(events).toEqual(['applied@10']);
  });

  it('applies a request that was sent although its sender is paused, which gets the answer when it continues', async () => {
    const { time, process, call, events } = scene();
    call();
    time.after(5, () => process.pause(500));
    await time.runUntil(LATER);
    expect(events).toEqual(['applied@10', 'done@505']);
  });

  it('carries nothing for a dead process', async () => {
    const { time, process, network, call, calls, events } = scene();
    process.kill();
    call();
    await time.runUntil(LATER);
    expect(events).toEqual([]);
    expect(calls).toEqual([]);
    expect(network.callCount).toBe(0);
  });

  it('numbers the calls of each process, and counts all', () => {
    const { time, process, network, calls } = scene();
    const other = new SimulatedProcess({ name: 'n2.1', time, skewMs: 0 });
    for (const [caller, method] of [
      [process, 'a'],
      [other, 'b'],
      [process, 'c'],
    ] as const)
      void network.call(caller, method, async () => undefined);
    expect(calls).toEqual([
      { process: 'n1.1', number: 1, method: 'a' },
      { process: 'n2.1', number: 1, method: 'b' },
      { process: 'n1.1', number: 2, method: 'c' },
    ]);
    expect(network.callCount).toBe(3);
  });

  it('delays each request and reply up to the latency, and equally for the same seed', async () => {
    const run = async (seed: number) => {
      const { time, call, events } = scene({ dice: new Dice(seed) });
      for (let count = 0; count < 50; count += 1) call();
      await time.runUntil(40);
      return events;
    };
    const events = await run(1);
    expect(events).toHaveLength(100);
    expect(events).toContain('applied@20');
    expect(events).not.toContain('applied@21');
    expect(await run(1)).toEqual(events);
    expect(await run(2)).not.toEqual(events);
  });
});
