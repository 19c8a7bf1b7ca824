import { SystemClock } from '@scheduler/core';
import type { QueueHarness } from '@scheduler/testing';
import { BullmqJobQueue } from '../queue/bullmq-job-queue.js';
import { connectForCommands, connectForWaiting } from '../redis-options.js';

/** A real Redis; each test has keys of its own. */
export class TestRedis {
  private made = 0;

  constructor(readonly url: string) {}

  async queueHarness(): Promise<QueueHarness> {
    const commands = connectForCommands({ url: this.url });
    const waiting = connectForWaiting({ url: this.url });
    await Promise.all([commands.connect(), waiting.connect()]);
    const keyPrefix = `test-${process.pid}-${(this.made += 1)}:`;
    const queue = new BullmqJobQueue({
      clock: new SystemClock(),
      commands,
      waiting,
      keyPrefix,
      onError: () => undefined,
    });
    return {
      queue,
      clock: { advance: () => undefined },
      close: async () => {
        await queue.close();
        const keys = await commands.keys(`${keyPrefix}*`);
        if (keys.length > 0) await commands.del(...keys);
        commands.disconnect();
        waiting.disconnect();
      },
    };
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
