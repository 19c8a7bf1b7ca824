import type { ClaimExecutionsById } from '@scheduler/contracts/adapter';
import { settle } from '../test-support/manual-clock.js';
import { minute } from '../test-support/samples.js';
import { heldHandler, some, workerOn } from '../test-support/worker.js';

describe('QueueWorker', () => {
  it('asks for as much as each queue can run, and runs it (F106)', async () => {
    const { claimed, settled, worker } = workerOn({
      claims: [[...some(2), ...some(1, 'reports')]],
      queues: { default: 2, reports: 1 },
    });
    await worker.start();
    await worker.idle();
    await settle();
    expect(claimed()[0]).toEqual({
      lanes: [
        { queue: 'default', limit: 2 },
        { queue: 'reports', limit: 1 },
      ],
      owner: 'node-1',
      leaseMs: 30_000,
    });
    expect(settled.map(({ execution }) => execution.id).sort()).toEqual([
      'default-0',
      'default-1',
      'reports-0',
    ]);
    await worker.stopClaiming();
  });

  it('claims nothing while its slots are taken, and at once when one is free', async () => {
    const { ends, handle } = heldHandler();
    const { claimed, clock, worker } = workerOn({ handle, claims: [some(2)] });
    await worker.start();
    await clock.advance(10_000);
    const before = claimed().length;
    expect(claimed().every(({ lanes }) => lanes.every(({ limit }) => limit <= 2))).toBe(true);
    ends[0]!();
    await settle();
    expect(claimed().length).toBeGreaterThan(before);
    await worker.stopClaiming();
  });

  it('frees a slot when its handler has ended, though the outcome is still on its way', async () => {
    const { ends, handle } = heldHandler();
    let record: () => void = () => undefined;
    const { worker } = workerOn({
      handle,
      claims: [some(3)],
      executions: { settle: () => new Promise((resolve) => (record = () => resolve([null]))) },
    });
    await worker.start();
    await settle();
    expect(ends).toHaveLength(2);
    ends[0]!();
    await settle();
    expect(ends).toHaveLength(3);
    for (const end of ends) end();
    await settle();
    let idle = false;
    void worker.idle().then(() => (idle = true));
    await settle();
    expect(idle).toBe(false);
    for (let round = 0; round < 3; round += 1) {
      record();
      await settle();
    }
    await worker.stopClaiming();
  });

  it('sends the next claim before it starts what a store elsewhere has answered, once it is fast', async () => {
    let handled = 0;
    const handledAtClaim: number[] = [];
    const counts = [20, 20, 340];
    const set = workerOn({
      handle: () => void (handled += 1),
      queues: { default: 20 },
      executions: {
        claim: async () => {
          handledAtClaim.push(handled);
          const count = counts.shift() ?? 0;
          set.clock.skip(5);
          return some(count).map((execution) => ({
            ...execution,
            id: `${handledAtClaim.length}-${execution.id}`,
          }));
        },
      },
    });
    await set.worker.start();
    await set.clock.advance(0);
    expect(handledAtClaim.slice(0, 4)).toEqual([0, 20, 40, 40]);
    await set.clock.advance(0);
    await set.clock.advance(0);
    expect(handled).toBe(380);
    await set.worker.stopClaiming();
  });

  it('polls where nothing is to come, and looks when it is told that something came', async () => {
    const { claimed, clock, consumed, worker } = workerOn();
    await worker.start();
    await clock.advance(2_500);
    expect(claimed()).toHaveLength(3);
    await consumed[0]!.deliver({ queue: 'default', executionIds: [] });
    await settle();
    expect(claimed()).toHaveLength(4);
    await worker.stopClaiming();
  });

  it('looks at the very instant at which the next execution is available', async () => {
    const { claimed, clock, worker } = workerOn({
      executions: { nextAvailableAt: async () => new Date(minute(0).getTime() + 250) },
    });
    await worker.start();
    await clock.advance(249);
    expect(claimed()).toHaveLength(1);
    await clock.advance(1);
    expect(claimed()).toHaveLength(2);
    await worker.stopClaiming();
  });

  it('does not spin for what is there and cannot be claimed', async () => {
    const { claimed, clock, worker } = workerOn({ executions: { nextAvailableAt: async () => minute(-1) } });
    await worker.start();
    await clock.advance(999);
    expect(claimed().length).toBeLessThanOrEqual(3);
    await worker.stopClaiming();
  });

  it.each([
    [300, 300],
    [5, 50],
    [60_000, 1_000],
  ])('looks at a queue that policies hold back for %d ms after %d ms', async (heldMs, looksMs) => {
    const { claimed, clock, executions, worker } = workerOn({ retryAfterMs: () => heldMs });
    await worker.start();
    await clock.advance(looksMs - 1);
    expect(claimed()).toHaveLength(1);
    await clock.advance(1);
    expect(claimed()).toHaveLength(2);
    // What is available there does not matter.
    expect(executions.of('nextAvailableAt')).toEqual([]);
    await worker.stopClaiming();
  });

  it('does not start what a policy turns away, and its slot is free for the next', async () => {
    const turned: string[] = [];
    const { settled, worker } = workerOn({
      claims: [some(3)],
      queues: { default: 1 },
      rejectAtStart: ({ id }) => (id === 'default-1' ? Promise.resolve(void turned.push(id)) : null),
    });
    await worker.start();
    await settle();
    await worker.stopClaiming();
    expect(turned).toEqual(['default-1']);
    expect(settled.map(({ execution }) => execution.id)).toEqual(['default-0', 'default-2']);
  });

  it('goes on after a claim that failed', async () => {
    let calls = 0;
    const { clock, logger, worker } = workerOn({
      executions: {
        claim: async () => {
          if (++calls === 1) throw new Error('connection lost');
          return [];
        },
      },
    });
    await worker.start();
    await clock.advance(1_000);
    expect(calls).toBe(2);
    expect(logger.messages).toEqual(['error: claiming failed', 'warn: claiming works again']);
    await worker.stopClaiming();
  });

  it('gives what waits for a slot back when it stops, and lets what runs finish', async () => {
    const { ends, handle } = heldHandler();
    const { closed, settled, worker } = workerOn({ handle, claims: [some(4)] });
    await worker.start();
    await settle();
    await worker.stopClaiming();
    expect(settled.map(({ execution, outcome }) => [execution.id, outcome.kind])).toEqual([
      ['default-2', 'unstarted'],
      ['default-3', 'unstarted'],
    ]);
    expect(closed()).toBe(1);
    let idle = false;
    void worker.idle().then(() => (idle = true));
    await settle();
    expect(idle).toBe(false);
    for (const end of ends) end();
    await settle();
    expect(idle).toBe(true);
    expect(settled.map(({ outcome }) => outcome.kind)).toEqual([
      'unstarted',
      'unstarted',
      'succeeded',
      'succeeded',
    ]);
  });

  it('gives what waits behind slow work back after a second', async () => {
    const { handle } = heldHandler();
    const { clock, settled, worker } = workerOn({ handle, claims: [some(3)], queues: { default: 2 } });
    await worker.start();
    await clock.advance(3_000);
    expect(settled.map(({ execution, outcome }) => [execution.id, outcome.kind])).toEqual([
      ['default-2', 'unstarted'],
    ]);
    await worker.stopClaiming();
  });

  it('runs nothing, and polls nothing, on a node without queues (F113)', async () => {
    const { claimed, clock, consumed, worker } = workerOn({ queues: {} });
    await worker.start();
    await clock.advance(10_000);
    expect([claimed(), consumed]).toEqual([[], []]);
    await worker.stopClaiming();
  });

  describe('with a queue that delivers messages', () => {
    function messagesOn(options: Partial<Parameters<typeof workerOn>[0]> = {}) {
      const known = new Map(some(20).map((execution) => [execution.id, execution]));
      const set = workerOn({
        delivery: 'message',
        executions: { claimById: async ({ ids }) => ids.flatMap((id) => known.get(id) ?? []) },
        ...options,
      });
      const deliver = (...executionIds: string[]) =>
        set.consumed[0]!.deliver({ queue: 'default', executionIds });
      const claimedIds = () =>
        (set.executions.of('claimById') as ClaimExecutionsById[]).map(({ ids }) => ids);
      return { ...set, deliver, claimedIds };
    }

    it('claims what messages name together, and runs what it got', async () => {
      const { claimed, claimedIds, deliver, settled, worker } = messagesOn();
      await worker.start();
      await Promise.all([deliver('default-0'), deliver('gone')]);
      await settle();
      expect(claimedIds()).toEqual([['default-0', 'gone']]);
      expect(settled).toHaveLength(1);
      expect(claimed()).toEqual([]);
      await worker.stopClaiming();
      await deliver('default-1');
      expect(claimedIds()).toHaveLength(1);
    });

    it('needs a message no longer than until its execution is claimed', async () => {
      const { ends, handle } = heldHandler();
      const { deliver, settled, worker } = messagesOn({ handle });
      await worker.start();
      await deliver('default-0');
      expect([ends.length, settled.length]).toEqual([1, 0]);
      ends[0]!();
      await worker.stopClaiming();
      await worker.idle();
    });

    it('claims no more than it has room for, and goes on when something ends', async () => {
      const { ends, handle } = heldHandler();
      const { claimedIds, clock, deliver, resized, worker } = messagesOn({ handle });
      await worker.start();
      const delivered = [0, 1, 2, 3, 4].map((number) => deliver(`default-${number}`));
      await clock.advance(10);
      expect(claimedIds().flat()).toEqual(['default-0', 'default-1']);
      await clock.advance(200);
      ends[0]!();
      await clock.advance(10);
      expect(claimedIds().flat()).toEqual(['default-0', 'default-1', 'default-2']);
      expect(resized.at(-1)).toBe(1);
      for (const end of ends) end();
      await Promise.all(delivered);
      await worker.stopClaiming();
    });

    it('takes many executions of one message, and gives back what it has no room for', async () => {
      const { ends, handle } = heldHandler();
      const { claimedIds, clock, deliver, worker } = messagesOn({ handle });
      await worker.start();
      const left = deliver(...[0, 1, 2, 3, 4, 5].map((number) => `default-${number}`));
      await clock.advance(10);
      ends[0]!();
      await clock.advance(250);
      expect(await left).toEqual(['default-3', 'default-4', 'default-5']);
      expect(claimedIds()).toEqual([['default-0', 'default-1'], ['default-2']]);
      for (const end of ends) end();
      await worker.stopClaiming();
    });

    it('claims ahead what it works off at once', async () => {
      const { clock, deliver, resized, worker } = messagesOn({ handle: () => undefined });
      await worker.start();
      for (let number = 0; number < 12; number += 1) {
        await deliver(`default-${number}`);
        await settle();
        await clock.advance(10);
      }
      expect(resized.at(-1)).toBeGreaterThan(8);
      await worker.stopClaiming();
    });

    it('asks the store itself when no message has come for a poll', async () => {
      const { claimed, clock, deliver, settled, worker } = messagesOn({ claims: [some(1)] });
      await worker.start();
      await clock.advance(900);
      await deliver('default-1');
      await clock.advance(900);
      expect(claimed()).toEqual([]);
      await clock.advance(1_200);
      expect(claimed().length).toBeGreaterThan(0);
      expect(settled).toHaveLength(2);
      await worker.stopClaiming();
    });

    it('sends messages away that wait for room when it stops', async () => {
      const { ends, handle } = heldHandler();
      const { claimedIds, clock, deliver, worker } = messagesOn({ handle });
      await worker.start();
      const delivered = [0, 1, 2, 3, 4].map((number) => deliver(`default-${number}`));
      await clock.advance(10);
      const stopping = worker.stopClaiming();
      expect((await Promise.all(delivered)).flat()).toEqual(['default-2', 'default-3', 'default-4']);
      await stopping;
      expect(claimedIds().flat()).toHaveLength(2);
      for (const end of ends) end();
      await worker.idle();
    });
  });
});
