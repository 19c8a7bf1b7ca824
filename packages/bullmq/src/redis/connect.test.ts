import { onRedis } from '../test-support/on-redis.js';
import { SilentProxy } from '../test-support/silent-proxy.js';
import { BullmqJobQueue } from '../queue/bullmq-job-queue.js';
import { SystemClock } from '@scheduler/core';
import type { Redis } from 'ioredis';
import { until } from '../test-support/until.js';
import { connectForCommands, connectForSteps, connectForWaiting } from './connect.js';

onRedis((redis) => {
  it('gives up a connection for commands on which nobody answers any more, and works on the next (F215)', async () => {
    const proxy = new SilentProxy(new URL(redis.url));
    const commands = connectForCommands({ url: await proxy.start() });
    commands.on('error', () => undefined);
    await commands.connect();
    proxy.fallSilent();
    const again = new Promise((resolve) => commands.once('ready', resolve));
    await expect(commands.ping()).rejects.toThrow();
    await again;
    expect(await commands.ping()).toBe('PONG');
    commands.disconnect();
    await proxy.stop();
  }, 20_000);

  it('says that the answer to a step is lost as soon as the connection is, and does not repeat it', async () => {
    const steps = connectForSteps({ url: redis.url });
    const other = connectForCommands({ url: redis.url });
    await Promise.all([steps.connect(), other.connect()]);
    const key = `${redis.newPrefix()}list`;
    const again = new Promise((resolve) => steps.once('ready', resolve));
    const taken = expect(steps.blpop(key, 0)).rejects.toThrow('max retries per request');
    await other.client('KILL', 'ID', await idOf(other, 'blpop'));
    await taken;
    await again;
    await other.rpush(key, 'one');
    expect(await steps.lpop(key)).toBe('one');
    for (const client of [steps, other]) client.disconnect();
  });

  /** Of the client that waits for the answer to a command. */
  async function idOf(client: Redis, command: string): Promise<string> {
    let id: string | undefined;
    await until(async () => {
      const lines = String(await client.client('LIST')).split('\n');
      id = /^id=(\d+)/.exec(lines.find((line) => line.includes(` cmd=${command} `)) ?? '')?.[1];
      return id !== undefined;
    });
    return id ?? '';
  }

  it('fails a dispatch soon while Redis is out of reach, and works when it is back (F215)', async () => {
    const proxy = new SilentProxy(new URL(redis.url));
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
    await redis.forgetAll(keyPrefix);
  }, 20_000);
});
