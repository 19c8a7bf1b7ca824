import { randomUUID } from 'node:crypto';
import { Redis, type RedisOptions } from 'ioredis';

/** A real Redis, on which each test has its own keys. */
export class TestRedis {
  /** @param options how it is reached besides its address, such as by Sentinels */
  constructor(
    readonly url: string,
    readonly options: RedisOptions = {},
  ) {}

  /** A key prefix that is unique across test files that run in parallel. */
  newPrefix(): string {
    return `test-${randomUUID()}:`;
  }

  /** Deletes the keys of one test, as FLUSHALL would. */
  async deleteKeys(keyPrefix: string): Promise<void> {
    const redis = new Redis(this.url, this.options);
    // One by one, because a cluster cannot delete keys of several slots at once.
    const pipeline = redis.pipeline();
    for (const key of await redis.keys(`${keyPrefix}*`)) pipeline.del(key);
    await pipeline.exec();
    redis.disconnect();
  }
}

/** Registers tests that run on a real Redis. Without one they are reported as not run. */
export function onRedis(define: (redis: TestRedis) => void): void {
  const url = process.env['SCHEDULER_TEST_REDIS_URL'];
  if (url === undefined || url === '') {
    describe.skip('redis: no server was started', () => it('is not tested', () => undefined));
    return;
  }
  define(new TestRedis(url));
}
