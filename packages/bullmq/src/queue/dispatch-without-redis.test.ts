import { SystemClock } from '@scheduler/core';
import { connectForCommands, connectForWaiting } from '@scheduler/redis/parts';
import { TcpProxy } from '@scheduler/test-support';
import { onRedis } from '../test-support/on-redis.js';
import { BullmqJobQueue } from './bullmq-job-queue.js';

onRedis((redis) => {
  it('fails a dispatch soon while Redis is out of reach, and works when it is back (F215)', async () => {
    const proxy = new TcpProxy(new URL(redis.url));
    const url = await proxy.start();
    const [commands, waiting] = [connectForCommands({ url }), connectForWaiting({ url })];
    for (const client of [commands, waiting]) client.on('error', () => undefined);
    await commands.connect();
    const keyPrefix = redis.newPrefix();
    const onError = () => undefined;
    const queue = new BullmqJobQueue({
      clock: new SystemClock(),
      commands,
      waiting,
      keyPrefix,
      lockMs: 1_000,
      onError,
    });
    const availableAt = new Date(0);
    const note = { executionId: 'one', queue: 'default', priority: 5, fence: 0, availableAt } as const;
    const lost = new Promise((resolve) => commands.once('close', resolve));
    const again = new Promise((resolve) => commands.once('ready', resolve));
    proxy.cutAll();
    await lost;
    await expect(queue.dispatch({ notes: [note] })).rejects.toThrow('Redis is out of reach');
    await again;
    await queue.dispatch({ notes: [note] });
    await queue.close();
    for (const client of [commands, waiting]) client.disconnect();
    await proxy.stop();
    await redis.deleteKeys(keyPrefix);
  });
});
