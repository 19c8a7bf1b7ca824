import { createMemoryStore } from '@scheduler/memory';
import { runEventLogConformance, SettableClock } from '@scheduler/testing';
import { onRedis } from './test-support/on-redis.js';
import { withBullmq } from './with-bullmq.js';

onRedis((redis) => {
  runEventLogConformance('memory and BullMQ', () => {
    // Near the time of Redis, which runs by itself.
    const clock = new SettableClock(new Date().toISOString());
    const keyPrefix = redis.newPrefix();
    return {
      store: withBullmq(createMemoryStore({ clock, eventLog: true }), { url: redis.url, keyPrefix, clock }),
      clock,
      close: () => redis.deleteKeys(keyPrefix),
    };
  });
});
