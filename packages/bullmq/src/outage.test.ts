import { defineHandler, silentLogger, trigger } from '@scheduler/contracts';
import { connectForCommands } from '@scheduler/redis/parts';
import {
  createSchedulerNode,
  type SchedulerConfigInput,
  type SchedulerNode,
  SystemClock,
} from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';
import { createStreamConsumer } from '@scheduler/redis';
import { eventually, TcpProxy } from '@scheduler/test-support';
import { onRedis } from './test-support/on-redis.js';
import { type BullmqOptions, withBullmq } from './with-bullmq.js';

onRedis((redis) => {
  const clock = new SystemClock();
  const proxy = new TcpProxy(new URL(redis.url));
  let url: string;
  let keyPrefix: string;
  let node: SchedulerNode | null;
  let ran: string[];

  beforeEach(async () => {
    url = await proxy.start();
    keyPrefix = redis.newPrefix();
    [node, ran] = [null, []];
  });
  afterEach(async () => {
    await node?.stop();
    await proxy.stop();
    await redis.deleteKeys(keyPrefix);
  });

  const start = async (
    config: Partial<SchedulerConfigInput> = {},
    options: Pick<BullmqOptions, 'leadership'> = {},
  ) => {
    const count = defineHandler({ type: 'count', handle: ({ payload }) => void ran.push(String(payload)) });
    node = createSchedulerNode({
      clock,
      store: withBullmq(createMemoryStore({ clock }), { url, keyPrefix, clock, ...options }),
      logger: silentLogger,
      handlers: [count],
      config: { pollInterval: 100, ...config },
    });
    await node.start();
    return node;
  };

  it('a node runs what is enqueued while Redis is out of reach, and gets messages again afterwards', async () => {
    const { scheduler } = await start();
    await proxy.stop();
    await scheduler.enqueue({ type: 'count', payload: 'meanwhile' });
    await eventually('the run meanwhile', () => ran.includes('meanwhile'));
    await proxy.start();
    await scheduler.enqueue({ type: 'count', payload: 'afterwards' });
    await eventually('the run afterwards', () => ran.includes('afterwards'));
    expect(ran).toEqual(['meanwhile', 'afterwards']);
  });

  it('due jobs fire and run while Redis is out of reach, also if nodes elect a leader (F212)', async () => {
    const { scheduler } = await start({ leadership: { distributed: true } });
    await scheduler.schedule({ type: 'count', trigger: trigger.every('1s'), payload: 'due' });
    await eventually('a run', () => ran.length > 0);
    await proxy.stop();
    const before = ran.length;
    await eventually('two more runs', () => ran.length > before + 1);
  });

  it('a node is elected on Redis if it is configured', async () => {
    const { leadership } = await start({ leadership: { distributed: true } }, { leadership: 'redis' });
    await eventually('leadership', () => leadership.isLeader());
    const client = connectForCommands({ url });
    await client.connect();
    expect(await client.exists(`${keyPrefix}leader`)).toBe(1);
    client.disconnect();
  });

  it('a node stops while Redis is out of reach', async () => {
    const started = await start();
    started.events.subscribe({ names: [], listener: () => undefined });
    await proxy.stop();
    await started.stop();
  });

  it('a stream consumer closes while Redis is out of reach, and continues once it is back', async () => {
    const heard: string[] = [];
    let warnings = 0;
    const consumer = await createStreamConsumer({
      url,
      keyPrefix,
      stream: 'events',
      group: 'scheduler-monitors',
      consumer: 'one',
      logger: { ...silentLogger, warn: () => void (warnings += 1) },
      handle: ({ event }) => void heard.push(event.name),
    });
    await proxy.stop();
    await proxy.start();
    const { queues } = await start();
    await queues.pause('default');
    await eventually('the event of the pause', () => heard.includes('scheduler:queue.paused'));
    await proxy.stop();
    warnings = 0;
    // It has noticed, and tried to come back.
    await eventually('warnings of lost connections', () => warnings >= 4);
    await consumer.close();
  });
});
