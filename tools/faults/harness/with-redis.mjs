import { Redis } from 'ioredis';

/** Runs commands on a Redis server over a temporary connection. */
export async function withRedis(url, run) {
  const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 1, commandTimeout: 10_000 });
  // The command itself rejects.
  redis.on('error', () => {});
  try {
    return await run(redis);
  } finally {
    redis.disconnect();
  }
}

export async function removeKeys(redis, prefix) {
  let cursor = '0';
  do {
    const [next, keys] = await redis.scan(cursor, 'MATCH', `${prefix}*`, 'COUNT', 1_000);
    if (keys.length > 0) await redis.unlink(...keys);
    cursor = next;
  } while (cursor !== '0');
}
