import { statuses, recorder, scene } from './test-support/scene.js';

const items = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, payload) => ({ type: 'mail', payload, ...more }));

describe('rate limits on a node', () => {
  it('hold a queue back without claiming executions that may not run (F161)', async () => {
    const { handler, calls } = recorder('mail');
    const { clock, node } = scene({
      handlers: [handler],
      config: { rateLimits: { queues: { default: '3/m' } } },
    });
    await node.scheduler.enqueueMany(items(10));
    await node.drain();
    expect(calls).toHaveLength(3);
    expect(await node.queues.stats('default')).toMatchObject([{ available: 7, delayed: 0 }]);
    await clock.advance('20s');
    await node.drain();
    expect(calls).toHaveLength(4);
  });

  it('let the most urgent of a limited queue go first', async () => {
    const { handler, calls } = recorder('mail');
    const { node } = scene({ handlers: [handler], config: { rateLimits: { global: '2/m' } } });
    await node.scheduler.enqueueMany([
      ...items(3),
      { type: 'mail', payload: 'urgent', priority: 'critical' },
    ]);
    await node.drain();
    expect(calls.map(({ job }) => job.payload)).toEqual(['urgent', 0]);
  });

  it('delay executions of a limited type until their tokens are expected, without using up an attempt (F162)', async () => {
    const { handler, calls } = recorder('mail');
    const other = recorder('sms');
    const { clock, node, store } = scene({
      handlers: [handler, other.handler],
      config: { rateLimits: { types: { mail: '2/m' } } },
    });
    await node.scheduler.enqueueMany([...items(7), { type: 'sms' }]);
    await node.drain();
    expect(calls).toHaveLength(2);
    // Executions behind those of a limited type do not wait for them.
    expect(other.calls).toHaveLength(1);
    const { items: waiting } = await store.executions.list({
      tenant: null,
      sortOrder: 'asc',
      limit: 100,
      offset: 0,
      statuses: ['pending'],
    });
    expect(statuses(waiting)).toEqual(Array.from({ length: 5 }, () => 'pending: rate_limited'));
    expect(waiting.every(({ attemptsUsed, attempts }) => attemptsUsed === 0 && attempts.length === 0)).toBe(
      true,
    );
    const delays = waiting.map(({ availableAt }) => availableAt.getTime() - clock.now().getTime());
    expect(delays.sort((a, b) => a - b)).toEqual([30_000, 60_000, 90_000, 120_000, 150_000]);
    for (let count = 3; count <= 7; count += 1) {
      await clock.advance('30s');
      await node.drain();
      expect(calls).toHaveLength(count);
    }
  });

  it('return the tokens of a queue for executions that their type holds back', async () => {
    const { handler } = recorder('mail');
    const { node } = scene({
      handlers: [handler],
      config: { rateLimits: { types: { mail: '1/m' }, queues: { default: '10/m' } } },
    });
    await node.scheduler.enqueueMany(items(5));
    await node.drain();
    expect(await node.rateLimits.status('queue')).toMatchObject([{ tokens: 9 }]);
  });

  it('start again at once on every node after their bucket was filled by hand (F163)', async () => {
    const { handler, calls } = recorder('mail');
    const options = { handlers: [handler], config: { rateLimits: { queues: { default: '3/h' } } } };
    const one = scene(options);
    const two = scene({ ...options, store: one.store, clock: one.clock });
    await one.node.scheduler.enqueueMany(items(10));
    await two.node.drain();
    expect(calls).toHaveLength(3);
    expect(await one.node.rateLimits.reset('queue', 'default')).toMatchObject({ tokens: 3, capacity: 3 });
    await one.clock.advance('1s');
    await two.node.drain();
    expect(calls).toHaveLength(6);
  });

  it('are shared by nodes on one store', async () => {
    const { handler, calls } = recorder('mail');
    const options = { handlers: [handler], config: { rateLimits: { queues: { default: '3/m' } } } };
    const one = scene(options);
    const two = scene({ ...options, store: one.store, clock: one.clock });
    await one.node.scheduler.enqueueMany(items(10));
    await Promise.all([one.node.drain(), two.node.drain()]);
    expect(calls).toHaveLength(3);
  });

  it('let a running node work at their rate, and no faster within a period', async () => {
    const { handler, calls } = recorder('mail');
    const { clock, node } = scene({
      handlers: [handler],
      config: { rateLimits: { queues: { default: '60/m' } } },
    });
    await node.scheduler.enqueueMany(items(100));
    await node.start();
    await clock.advance('1s');
    expect(calls.length).toBeGreaterThanOrEqual(60);
    expect(calls.length).toBeLessThanOrEqual(61);
    await clock.advance('20s');
    expect(calls.length).toBeGreaterThanOrEqual(80);
    expect(calls.length).toBeLessThanOrEqual(81);
    await node.stop();
  });
});
