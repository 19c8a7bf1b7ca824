import { SystemClock } from '@scheduler/core';
import { connectForCommands, connectForWaiting } from '@scheduler/redis/parts';
import { onRedis as onServer, TestRedis } from '@scheduler/test-support';
import type { QueueHarness } from '@scheduler/testing';
import { BullmqJobQueue } from '../queue/bullmq-job-queue.js';

/** The harness of the queue conformance suite, on a real Redis. */
export class BullmqHarnesses extends TestRedis {
  async queueHarness({ keyPrefix = this.newPrefix(), lockMs = 10_000 } = {}): Promise<QueueHarness> {
    const commands = connectForCommands({ url: this.url });
    const waiting = connectForWaiting({ url: this.url });
    await Promise.all([commands.connect(), waiting.connect()]);
    const queue = new BullmqJobQueue({
      clock: new SystemClock(),
      commands,
      waiting,
      keyPrefix,
      lockMs,
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

/** Registers tests that run on a real Redis. Without one they are reported as not run. */
export function onRedis(define: (redis: BullmqHarnesses) => void): void {
  onServer(({ url }) => define(new BullmqHarnesses(url)));
}
