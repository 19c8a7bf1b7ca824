import { createSchedulerNode, SystemClock } from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';
import { onRedis } from './test-support/on-redis.js';
import { TcpProxy } from '@scheduler/test-support';
import { withBullmq } from './with-bullmq.js';

onRedis((redis) => {
  it('a node stops soon while Redis is away (F215)', async () => {
    const clock = new SystemClock();
    const proxy = new TcpProxy(new URL(redis.url));
    const url = await proxy.start();
    const keyPrefix = redis.newPrefix();
    const store = withBullmq(createMemoryStore({ clock }), { url, keyPrefix, clock });
    const node = createSchedulerNode({ clock, store, handlers: [] });
    await node.start();
    await proxy.stop();
    // Waits until all connections have noticed the outage and try to reconnect.
    await new Promise((resolve) => setTimeout(resolve, 300));
    const began = performance.now();
    await node.stop();
    expect(performance.now() - began).toBeLessThan(5_000);
    await redis.deleteKeys(keyPrefix);
  });
});
