import { defineWorkflow } from './index.js';
import { scene, stopScenes } from './test-support/scene.js';

// The clock of these tests stands still, so that nothing is found by a poll and no heartbeat is sent.
afterEach(stopScenes);

/** Resolves when the signal of a step aborts. */
const stopped = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));

describe('what a command releases starts at once', () => {
  const never = () => {
    throw new Error('broken');
  };

  it('when a run is resumed, for steps and for items of maps that were released before (F186)', async () => {
    const ran: unknown[] = [];
    const orders = defineWorkflow('orders', {}, (w) => {
      w.step('pay', () => void ran.push('pay'));
      w.map(
        'pack',
        () => [1, 2],
        ({ item }) => void ran.push(item),
        { queue: 'packing' },
      );
    });
    const { workflows, node, settle } = await scene({
      definitions: [orders],
      config: { queues: { default: 2, packing: 2 } },
    });
    await node.queues.pause('default');
    await node.queues.pause('packing');
    const { id } = await workflows.start(orders);
    await workflows.pause(id);
    await node.queues.resume('default');
    await node.queues.resume('packing');
    await settle();
    expect(ran).toEqual([]);
    await workflows.resume(id);
    await settle();
    expect((await workflows.waitFor(id)).status).toBe('completed');
    expect(ran.toSorted()).toEqual([1, 2, 'pay']);
  });

  it('when it is approved, signalled, retried, cancelled with a rollback, or undone again', async () => {
    const log: string[] = [];
    let isBroken = true;
    const mended = (name: string) => () => {
      if (isBroken) never();
      log.push(name);
    };
    const orders = defineWorkflow('orders', {}, (w) => {
      const pay = w.step('pay', () => void log.push('pay'), {
        rollback: { run: mended('undo pay'), maxRetries: 0 },
      });
      const approved = w.approval('approved', { after: pay });
      const sent = w.step('send', mended('send'), { after: approved, maxRetries: 0, onError: 'continue' });
      const arrived = w.signal('arrived', { after: sent });
      w.step('thank', () => void log.push('thank'), { after: arrived });
    });
    const { workflows, settle } = await scene({ definitions: [orders] });
    const { id } = await workflows.start(orders);
    await settle();
    await workflows.approve(id, 'approved');
    await settle();
    await workflows.signal(id, 'arrived');
    await settle();
    expect((await workflows.waitFor(id)).status).toBe('completed_with_errors');
    isBroken = false;
    await workflows.retryFrom(id);
    await settle();
    expect((await workflows.waitFor(id)).status).toBe('completed');
    expect(log.splice(0)).toEqual(['pay', 'thank', 'send', 'thank']);

    isBroken = true;
    const other = await workflows.start(orders);
    await settle();
    await workflows.cancel(other.id, { rollback: true });
    await settle();
    expect((await workflows.waitFor(other.id)).status).toBe('compensation_failed');
    isBroken = false;
    await workflows.resumeCompensation(other.id);
    await settle();
    expect((await workflows.waitFor(other.id)).status).toBe('compensated');
    expect(log).toEqual(['pay', 'undo pay']);
  });
});

describe('what has to stop is told at once', () => {
  it('the losers of an afterAny, also on another node of the process', async () => {
    const log: string[] = [];
    const race = defineWorkflow('race', {}, (w) => {
      const slow = w.step('slow', async ({ signal }) => {
        await stopped(signal);
        log.push('slow stops');
        signal.throwIfAborted();
      });
      const fast = w.step('fast', () => 'first', { queue: 'fast' });
      w.step('go', () => void log.push('go'), { afterAny: [slow, fast], losers: 'cancel', queue: 'fast' });
    });
    const one = await scene({ definitions: [race], config: { queues: { default: 1 } } });
    const { id } = await one.workflows.start(race);
    await one.settle();
    const other = await scene({ definitions: [race], beside: one, config: { queues: { fast: 1 } } });
    await other.settle();
    expect((await other.workflows.waitFor(id)).status).toBe('completed');
    expect(log.toSorted()).toEqual(['go', 'slow stops']);
  });

  it('what a cancelled run still runs, its children included', async () => {
    const log: string[] = [];
    const waits = (name: string) => async (signal: AbortSignal) => {
      await stopped(signal);
      log.push(name);
      signal.throwIfAborted();
    };
    const shipping = defineWorkflow('shipping', {}, (w) => {
      w.step('pack', ({ signal }) => waits('pack')(signal));
    });
    const orders = defineWorkflow('orders', {}, (w) => {
      w.step('pay', ({ signal }) => waits('pay')(signal));
      w.workflow('ship', shipping);
    });
    const { workflows, settle } = await scene({ definitions: [orders, shipping] });
    const { id } = await workflows.start(orders);
    await settle();
    await workflows.cancel(id);
    await settle();
    expect((await workflows.waitFor(id)).status).toBe('cancelled');
    expect(log.toSorted()).toEqual(['pack', 'pay']);
  });
});
