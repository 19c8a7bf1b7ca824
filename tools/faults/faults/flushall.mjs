import { startOwnRedis } from '../harness/own-redis.mjs';
import { between } from '../workload/draw.mjs';

/** Redis is emptied again and again: waiting messages, those that workers hold, and all shared state of nodes. */
export const fault = {
  name: 'flushall',
  title: 'FLUSHALL: Redis forgets everything',
  stores: ['sqlite', 'postgres', 'mariadb'],
  queues: ['bullmq'],
  promises: 'ABCDH',
  harm: 'flushes',
  startRedis: startOwnRedis,

  async inflict(scene) {
    while (scene.isOn) {
      await scene.sleep(between(scene.random, 100, 1_500));
      await scene.redis.ask((redis) => redis.flushall());
      scene.count('flushes');
    }
  },
};
