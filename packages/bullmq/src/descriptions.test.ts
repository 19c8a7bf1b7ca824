import { createConfiguredStore, describeConfiguredStore, loadConfig, SystemClock } from '@scheduler/core';
import { memoryStore } from '@scheduler/memory/descriptions';
import { redisStore } from '@scheduler/redis/descriptions';
import { bullmqQueue } from './descriptions.js';

describe('the queue of this package in a configuration', () => {
  const described = { stores: [memoryStore, redisStore], queues: [bullmqQueue] } as const;

  it('shares the section of the store on Redis', () => {
    const env = { SCHEDULER_QUEUE: 'bullmq', SCHEDULER_REDIS_URL: 'redis://cache:1' };
    const redis = { url: 'redis://cache:1', keyPrefix: 'scheduler:', db: null, eventLog: false };
    expect(loadConfig({ env, ...described })).toMatchObject({ store: 'memory', queue: 'bullmq', redis });
    const alone = { stores: [memoryStore], queues: [bullmqQueue] } as const;
    expect(loadConfig({ env, ...alone }).redis).toEqual(redis);
  });

  it('stands beside the store that is named', async () => {
    const config = loadConfig({ config: { queue: 'bullmq' }, ...described });
    const store = createConfiguredStore({ config, clock: new SystemClock(), ...described });
    expect(store.capabilities.name).toBe('memory and BullMQ');
    await store.close();
    expect(describeConfiguredStore(config, described)).toBe(
      'memory, which forgets when the process ends, with BullMQ by SCHEDULER_REDIS_URL',
    );
  });

  it('has no event log of its own', async () => {
    const withLog = (memory: boolean) => ({
      queue: 'bullmq',
      redis: { eventLog: true },
      memory: { eventLog: memory },
    });
    const create = (memory: boolean) => {
      const config = loadConfig({ config: withLog(memory), ...described });
      return createConfiguredStore({ config, clock: new SystemClock(), ...described });
    };
    expect(() => create(false)).toThrow(
      'redis.eventLog: is a setting of the store on Redis, but the history is in memory',
    );
    const store = create(true);
    expect(store.eventLog).not.toBeNull();
    await store.close();
  });

  it('is refused under another name', () => {
    expect(() => loadConfig({ env: { SCHEDULER_QUEUE: 'bull' }, ...described })).toThrow(
      'SCHEDULER_QUEUE (queue): is not known, got "bull"; accepted: store, bullmq',
    );
  });
});
