import { startOwnRedis } from '../harness/own-redis.mjs';
import { between } from '../workload/draw.mjs';

/** Redis is gone from one moment to the next, stays away for a while, and knows again what it had written to its file. */
export const fault = {
  name: 'redis-crash',
  title: 'Redis crash and restart on its data',
  stores: ['sqlite', 'postgres', 'mariadb'],
  queues: ['bullmq'],
  promises: 'ABCDH',
  harm: 'crashes',
  startRedis: startOwnRedis,

  async inflict(scene) {
    while (scene.isOn) {
      await scene.sleep(between(scene.random, 500, 2_500));
      await scene.redis.crash();
      scene.count('crashes');
      // Shorter and longer than a lease.
      await scene.sleep(between(scene.random, 0, 4_000));
      await scene.redis.restart();
    }
  },
};
