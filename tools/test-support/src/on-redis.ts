import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';

/** A real Redis, on which each test has keys of its own. */
export class TestRedis {
  constructor(readonly url: string) {}

  /** Unique across the test files that run in parallel. */
  newPrefix(): string {
    return `test-${randomUUID()}:`;
  }

  /** Deletes the keys of one test, as FLUSHALL would. */
  async deleteKeys(keyPrefix: string): Promise<void> {
    const redis = new Redis(this.url);
    // One by one: a cluster does not delete keys of several slots at once.
    const pipeline = redis.pipeline();
    for (const key of await redis.keys(`${keyPrefix}*`)) pipeline.del(key);
    await pipeline.exec();
    redis.disconnect();
  }
}

/** Registers tests that run on a real Redis; without one they are reported as not run. */
export function onRedis(define: (redis: TestRedis) => void): void {
  const url = process.env['SCHEDULER_TEST_REDIS_URL'];
  if (url === undefined || url === '') {
    describe.skip('redis: no server was started', () => it('is not tested', () => undefined));
    return;
  }
  define(new TestRedis(url));
}
