import { withRedis, removeKeys } from './with-redis.mjs';

/** Where executions are queued: in the store itself, or on BullMQ beside the store. */
export const QUEUES = {
  store: { title: null, service: null },
  bullmq: { title: 'BullMQ', service: 'redis' },
};

/**
 * Creates the queue of one run.
 *
 * @param redisUrl the URL of the server; unused if the store is the queue
 * @param name the name of the run, which is the prefix of every key, so that runs can share a server
 * @returns `url` (null without Redis), `env(url)` with the variables that configure a node for it, `isTaken(lane, executionId)`: whether no
 *   message waits that names the execution, and `drop()`
 */
export function createQueue({ queue, redisUrl, name }) {
  if (queue === 'store') return { url: null, env: () => ({}), drop: async () => undefined };
  const keyPrefix = `${name}:`;
  return {
    url: redisUrl,
    env: (address = redisUrl) => ({
      SCHEDULER_QUEUE: queue,
      // The default. A worker polls when its queue is quiet for so long, but this queue is kept busy: see `busy-queue.mjs`.
      SCHEDULER_POLL_INTERVAL: '1s',
      SCHEDULER_REDIS_URL: address,
      SCHEDULER_REDIS_KEY_PREFIX: keyPrefix,
    }),
    isTaken: (lane, executionId) =>
      withRedis(redisUrl, async (redis) => {
        const keys = await redis.keys(`${keyPrefix}{${lane}}:${lane}:${executionId}-*`);
        return keys.length === 0;
      }),
    drop: () => withRedis(redisUrl, (redis) => removeKeys(redis, keyPrefix)),
  };
}
