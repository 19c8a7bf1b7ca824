import { defineHandler, silentLogger } from '@scheduler/contracts';
import { createSchedulerNode } from '@scheduler/core';
import { eventually } from '@scheduler/test-support';
import { runStoreConformance } from '@scheduler/testing';
import { Redis } from 'ioredis';
import { createRedisStore } from './redis-store.js';
import { RedisHarnesses } from './test-support/on-redis.js';

const url = process.env['SCHEDULER_TEST_SENTINEL_URL'];

/** Servers that only `npm test -- --full` starts, or `node tools/services/run.mjs sentinel -- …`. */
if (url === undefined) {
  describe.skip('by Sentinel: it was not started', () => it('is not tested', () => undefined));
} else {
  const { hostname: host, port } = new URL(url);
  const options = { sentinels: [{ host, port: Number(port) }], name: 'main' };
  const redis = new RedisHarnesses(url, options);

  describe('by Sentinel', () => {
    runStoreConformance('redis by Sentinel', () => redis.storeHarness(), { without: ['eventLog'] });

    it('goes on with the new master after a failover, with what was enqueued before', async () => {
      const sentinel = new Redis(url);
      const master = async () => String(await sentinel.call('SENTINEL', 'get-master-addr-by-name', 'main'));
      const before = await master();
      const ran: unknown[] = [];
      const node = createSchedulerNode({
        store: createRedisStore({ url, keyPrefix: redis.newPrefix(), redis: options }),
        handlers: [defineHandler({ type: 'note', handle: ({ payload }) => void ran.push(payload) })],
        logger: silentLogger,
      });
      try {
        await node.open();
        await node.scheduler.enqueue({ type: 'note', payload: 'before' });
        // The replica has it, and becomes the master: its predecessor becomes a replica of it.
        await sentinel.call('SENTINEL', 'failover', 'main');
        await eventually('another master', async () => (await master()) !== before);
        await eventually('an answer of the new master', () =>
          node.scheduler.enqueue({ type: 'note', payload: 'after' }).then(
            () => true,
            () => false,
          ),
        );
        await node.start();
        await eventually('both jobs', () => ran.includes('before') && ran.includes('after'));
      } finally {
        await node.stop();
        sentinel.disconnect();
      }
    }, 60_000);
  });
}
