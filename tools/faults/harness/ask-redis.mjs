import { Redis } from 'ioredis';

/** Asks a server on a connection of its own. */
export async function askRedis(url, ask) {
  const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 1, commandTimeout: 10_000 });
  // Whoever asks is told by the answer.
  redis.on('error', () => {});
  try {
    return await ask(redis);
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
