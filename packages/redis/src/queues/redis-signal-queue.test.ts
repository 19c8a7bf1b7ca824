import type { Delivery } from '@scheduler/contracts/adapter';
import { runQueueConformance } from '@scheduler/testing';
import type { Redis } from 'ioredis';
import { connectForCommands, connectForWaiting } from '../connection/connect.js';
import { disconnect } from '../connection/disconnect.js';
import { onRedis } from '../test-support/on-redis.js';
import { eventually } from '@scheduler/test-support';
import { RedisSignalQueue } from './redis-signal-queue.js';

const NOTE = { executionId: 'one', queue: 'mails', priority: 5, availableAt: new Date(0), fence: 0 } as const;

onRedis((redis) => {
  const closings: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closings.splice(0)) await close();
  });

  /** As one process has it; `heard` lists what was delivered in it. */
  async function openQueue(channel: string, clientName = 'test') {
    const commands = connectForCommands({ url: redis.url });
    const waiting = connectForWaiting({ url: redis.url });
    waiting.options.connectionName = clientName;
    await commands.connect();
    const errors: unknown[] = [];
    const queue = new RedisSignalQueue({
      commands,
      waiting,
      channel,
      onError: (error) => errors.push(error),
    });
    const heard: string[] = [];
    const deliver = async ({ queue: name }: Delivery) => {
      heard.push(name);
      return [];
    };
    const close = async () => {
      await queue.close();
      await disconnect(commands);
    };
    closings.push(close);
    return { queue, heard, deliver, commands, errors, close };
  }

  runQueueConformance('redis signals', async () => {
    const { queue, close } = await openQueue(redis.newPrefix());
    return { queue, clock: { advance: () => undefined }, close };
  });

  it('wakes up the consumers of other processes, in the queues that were named (F205)', async () => {
    const channel = redis.newPrefix();
    const [here, there] = [await openQueue(channel), await openQueue(channel)];
    await there.queue.consume({ queue: 'mails', concurrency: 1, deliver: there.deliver });
    await there.queue.consume({ queue: 'reports', concurrency: 1, deliver: there.deliver });
    await here.queue.dispatch({ notes: [NOTE, { ...NOTE, executionId: 'two' }] });
    await eventually('the signal', () => there.heard.length > 0);
    expect(there.heard).toEqual(['mails']);
  });

  it('takes no notice of what others write on its channel', async () => {
    const channel = redis.newPrefix();
    const { queue, heard, deliver, commands, errors } = await openQueue(channel);
    await queue.consume({ queue: 'mails', concurrency: 1, deliver });
    for (const text of ['', 'nonsense', '{"mails":1}', '["only an origin"]'])
      await commands.publish(channel, text);
    await commands.publish(channel, '["another process","mails"]');
    await eventually('the signal', () => heard.length > 0);
    expect([heard, errors]).toEqual([['mails'], []]);
  });

  it('looks into its queues after it was cut off: it may have missed something', async () => {
    const channel = redis.newPrefix();
    const { queue, heard, deliver, commands } = await openQueue(channel, `listener-${process.pid}`);
    await queue.consume({ queue: 'mails', concurrency: 1, deliver });
    await cutOff(commands, `listener-${process.pid}`);
    await eventually('a delivery', () => heard.length > 0);
    expect(heard).toEqual(['mails']);
  });
});

async function cutOff(commands: Redis, clientName: string): Promise<void> {
  const clients = String(await commands.client('LIST')).split('\n');
  const id = clients.find((line) => line.includes(`name=${clientName} `))?.match(/id=(\d+)/)?.[1];
  expect(await commands.client('KILL', 'ID', id ?? '')).toBe(1);
}
