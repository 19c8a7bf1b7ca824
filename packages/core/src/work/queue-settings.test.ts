import type { QueueSettings } from '@scheduler/contracts';
import type { ClaimExecutions } from '@scheduler/contracts/adapter';
import { settle } from '../test-support/manual-clock.js';
import { heldHandler, some, workerOn, type WorkerOptions } from '../test-support/worker.js';

const set = (changes: Partial<QueueSettings>): readonly QueueSettings[] => [
  { queue: 'default', paused: false, concurrency: null, globalLimit: null, ...changes },
];

/** A worker whose settings the test changes as it goes on. */
function setUp(options: WorkerOptions = {}) {
  let current: readonly QueueSettings[] = [];
  const worker = workerOn({ settings: () => current, ...options });
  const lanes = () => worker.claimed().map(({ lanes: asked }: ClaimExecutions) => asked);
  return { ...worker, lanes, change: (settings: readonly QueueSettings[]) => (current = settings) };
}

describe('QueueWorker and the settings of its queues (F108)', () => {
  it('claims nothing from a queue that is paused from the start', async () => {
    const { change, clock, lanes, worker } = setUp({ queues: { default: 2, mails: 1 } });
    change(set({ paused: true }));
    await worker.start();
    await clock.advance(2_500);
    expect(lanes()).toEqual(Array(3).fill([{ queue: 'mails', limit: 1 }]));
    await worker.stopClaiming();
  });

  it('hears of a pause at once when it is told, and within a poll when it is not', async () => {
    const { change, clock, lanes, worker } = setUp();
    await worker.start();
    await settle();
    expect(lanes()).toHaveLength(1);
    change(set({ paused: true }));
    worker.settingsChanged();
    await clock.advance(5_000);
    expect(lanes()).toHaveLength(1);
    change([]);
    await clock.advance(1_000);
    expect(lanes()).toHaveLength(2);
    await worker.stopClaiming();
  });

  it('gives back what waits for a slot of a paused queue, and lets what runs finish', async () => {
    const { ends, handle } = heldHandler();
    const { change, settled, worker } = setUp({ handle, claims: [some(4)] });
    await worker.start();
    await settle();
    change(set({ paused: true }));
    worker.settingsChanged();
    await settle();
    const kinds = () => settled.map(({ execution, outcome }) => [execution.id, outcome.kind]);
    expect(kinds()).toEqual([
      ['default-2', 'unstarted'],
      ['default-3', 'unstarted'],
    ]);
    for (const end of ends) end();
    await settle();
    expect(kinds()).toHaveLength(4);
    await worker.stopClaiming();
  });

  it('gives back what a claim brings that was under way when the queue was paused', async () => {
    let bring: () => void = () => undefined;
    const { change, settled, worker } = setUp({
      executions: { claim: () => new Promise((resolve) => (bring = () => resolve(some(2)))) },
    });
    await worker.start();
    await settle();
    change(set({ paused: true }));
    worker.settingsChanged();
    await settle();
    bring();
    await settle();
    expect(settled.map(({ outcome }) => outcome.kind)).toEqual(['unstarted', 'unstarted']);
    await worker.stopClaiming();
  });

  it('runs as many at once as is set, from the next claim on, and as configured afterwards', async () => {
    const { handle } = heldHandler();
    const { change, clock, lanes, worker } = setUp({ handle, claims: [some(2), some(3)] });
    await worker.start();
    await settle();
    expect(lanes()).toEqual([[{ queue: 'default', limit: 2 }]]);
    change(set({ concurrency: 5 }));
    await clock.advance(1_000);
    expect(lanes()[1]).toEqual([{ queue: 'default', limit: 3 }]);
    change(set({ concurrency: 1 }));
    await clock.advance(1_000);
    change(set({ concurrency: null }));
    await clock.advance(5_000);
    expect(lanes()).toHaveLength(2);
    await worker.stopClaiming();
  });

  it('goes on with what it knows while the settings cannot be read', async () => {
    const { clock, lanes, logger, worker } = setUp({
      settings: () => {
        throw new Error('connection lost');
      },
    });
    await worker.start();
    await clock.advance(1_500);
    expect(lanes()).toHaveLength(2);
    expect(logger.messages).toContain('warn: the settings of queues were not read');
    await worker.stopClaiming();
    expect(clock.waiting).toEqual([]);
  });

  it('reads no settings before its start and after its stop, and none without queues', async () => {
    let reads = 0;
    const settings = () => {
      reads += 1;
      return [];
    };
    const { clock, worker } = setUp({ settings });
    worker.settingsChanged();
    await clock.advance(5_000);
    expect(reads).toBe(0);
    await worker.start();
    await worker.stopClaiming();
    const before = reads;
    await clock.advance(5_000);
    expect(reads).toBe(before);
    const without = setUp({ settings, queues: {} });
    await without.worker.start();
    expect(reads).toBe(before);
  });

  it('does not begin after a stop that overtook its start', async () => {
    const { claimed, clock, consumed, worker } = setUp();
    const starting = worker.start();
    await worker.stopClaiming();
    await starting;
    await clock.advance(5_000);
    expect([claimed(), consumed]).toEqual([[], []]);
  });
});

describe('a queue that delivers messages', () => {
  it('has no consumer while it is paused, so that no message is taken for nothing', async () => {
    const { change, clock, closed, consumed, worker } = setUp({ delivery: 'message' });
    await worker.start();
    expect(consumed).toHaveLength(1);
    change(set({ paused: true }));
    await clock.advance(2_000);
    expect(closed()).toBe(1);
    change([]);
    await clock.advance(2_000);
    expect([consumed.length, closed()]).toEqual([2, 1]);
    await worker.stopClaiming();
    expect(closed()).toBe(2);
  });

  it('is consumed with the concurrency that is set', async () => {
    const { change, clock, closed, consumed, resized, worker } = setUp({ delivery: 'message' });
    await worker.start();
    change(set({ concurrency: 9 }));
    await clock.advance(2_000);
    expect(consumed.map(({ concurrency }) => concurrency)).toEqual([2]);
    expect([resized.at(-1), closed()]).toEqual([9, 0]);
    await worker.stopClaiming();
  });

  it('is tried again where consuming it failed, also at the start', async () => {
    let fails = true;
    const { clock, consumed, logger, worker } = setUp({
      delivery: 'message',
      onConsume: () => {
        if (fails) throw new Error('redis is away');
      },
    });
    await worker.start();
    expect(new Set(logger.messages)).toEqual(new Set(['error: consuming failed']));
    fails = false;
    await clock.advance(1_000);
    expect(consumed).toHaveLength(1);
    await worker.stopClaiming();
  });
});
