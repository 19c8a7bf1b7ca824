import { countLogLines } from '../harness/logs.mjs';
import { startOwnRedis } from '../harness/own-redis.mjs';
import { between } from '../workload/draw.mjs';

const MIB = 1024 ** 2;
const MOST_BYTES = 64 * MIB;
const FILLER = 'faults-filler';

/** Redis has no memory left and may evict nothing, so that it refuses every command that might need memory. */
export const fault = {
  name: 'redis-full',
  title: 'Redis out of memory, nothing may be evicted',
  stores: ['sqlite', 'postgres', 'mariadb'],
  queues: ['bullmq'],
  promises: 'ABCDH',
  harm: 'refusals',
  startRedis: startOwnRedis,

  prepare: ({ redis: { ask } }) =>
    ask(async (redis) => {
      await redis.config('SET', 'maxmemory-policy', 'noeviction');
      await redis.config('SET', 'maxmemory', MOST_BYTES);
    }),

  async inflict(scene) {
    while (scene.isOn) {
      await scene.sleep(between(scene.random, 500, 1_500));
      await scene.redis.ask((redis) => redis.setrange(FILLER, MOST_BYTES, 'x'));
      scene.count('fills');
      await scene.sleep(between(scene.random, 1_000, 6_000));
      await empty(scene);
    }
  },

  heal: (scene) => empty(scene),

  verify(scene) {
    scene.count('refusals', countLogLines(scene, 'OOM command not allowed'));
    return [];
  },
};

function empty({ redis }) {
  return redis.ask((connection) => connection.del(FILLER));
}
