import { askRedis, removeKeys } from './ask-redis.mjs';

/** Where executions are queued: in the store itself, or on BullMQ, which the store then only backs. */
export const QUEUES = {
  store: { title: null, service: null },
  bullmq: { title: 'BullMQ', service: 'redis' },
};

/**
 * The queue of one run.
 *
 * @param redisUrl of the server; unused where the store is the queue
 * @param name of the run: before every key, so that runs share a server
 * @returns `url` (null without Redis), `env(url)` with the variables that lead a node there, `isTaken(lane, executionId)`: whether no
 *   message waits that names it, and `drop()`
 */
export function createQueue({ queue, redisUrl, name }) {
  if (queue === 'store') return { url: null, env: () => ({}), drop: async () => undefined };
  const keyPrefix = `${name}:`;
  return {
    url: redisUrl,
    env: (address = redisUrl) => ({
      SCHEDULER_QUEUE: queue,
      // The default. A queue that is quiet for so long is looked after, and this one is kept busy: see `busy-queue.mjs`.
      SCHEDULER_POLL_INTERVAL: '1s',
      SCHEDULER_REDIS_URL: address,
      SCHEDULER_REDIS_KEY_PREFIX: keyPrefix,
    }),
    isTaken: (lane, executionId) =>
      askRedis(redisUrl, async (redis) => {
        const keys = await redis.keys(`${keyPrefix}{${lane}}:${lane}:${executionId}-*`);
        return keys.length === 0;
      }),
    drop: () => askRedis(redisUrl, (redis) => removeKeys(redis, keyPrefix)),
  };
}
