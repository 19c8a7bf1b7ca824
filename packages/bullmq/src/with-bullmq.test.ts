import { defineHandler } from '@scheduler/contracts';
import { createSchedulerNode, type SchedulerNode, SystemClock } from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';
import { onRedis } from './test-support/on-redis.js';
import { eventually } from '@scheduler/test-support';
import { withBullmq } from './with-bullmq.js';

onRedis((redis) => {
  const nodes: SchedulerNode[] = [];
  afterEach(async () => {
    await Promise.all(nodes.splice(0).map((node) => node.stop()));
  });

  it('finds executions by polling that were never published or whose messages Redis has lost', async () => {
    const clock = new SystemClock();
    const shared = createMemoryStore({ clock });
    const keyPrefix = redis.newPrefix();
    const ran: string[] = [];
    const handlers = [
      defineHandler({ type: 'count', handle: ({ payload }) => void ran.push(String(payload)) }),
    ];
    // This node has the queue in memory, so that Redis gets no message for what it enqueues.
    const silent = createSchedulerNode({ clock, store: shared, handlers, config: { queues: false } });
    nodes.push(silent);
    await silent.scheduler.enqueueMany(
      Array.from({ length: 50 }, (_, payload) => ({ type: 'count', payload })),
    );
    const node = createSchedulerNode({
      clock,
      store: withBullmq(shared, { url: redis.url, keyPrefix, clock }),
      handlers,
      config: { pollInterval: 100 },
    });
    nodes.push(node);
    await node.start();
    await eventually('50 runs', () => ran.length === 50);
    await node.scheduler.enqueueMany([
      { type: 'count', payload: 'later', runAt: new Date(Date.now() + 400) },
    ]);
    await redis.deleteKeys(keyPrefix);
    await eventually('the later run', () => ran.includes('later'));
    expect(new Set(ran).size).toBe(51);
  });

  it('two nodes on one repository and one Redis run each execution once', async () => {
    const clock = new SystemClock();
    const shared = createMemoryStore({ clock });
    const keyPrefix = redis.newPrefix();
    const ran: string[] = [];
    const node = () => {
      const own = createSchedulerNode({
        clock,
        // Each node has its own connections, and all share one repository.
        store: { ...withBullmq(shared, { url: redis.url, keyPrefix, clock }) },
        handlers: [defineHandler({ type: 'count', handle: ({ payload }) => void ran.push(String(payload)) })],
      });
      nodes.push(own);
      return own;
    };
    const [one, two] = [node(), node()];
    await Promise.all([one.start(), two.start()]);
    const requests = Array.from({ length: 500 }, (_, payload) => ({ type: 'count', payload }));
    await one.scheduler.enqueueMany(requests);
    await eventually('500 runs', () => ran.length >= 500);
    expect(new Set(ran).size).toBe(500);
    await eventually('empty queues', async () => (await shared.queues.counts()).length === 0);
    expect(ran).toHaveLength(500);
  });
});
