import { defineHandler, type SchedulerStore, trigger } from '@scheduler/contracts';
import { createSchedulerNode, type SchedulerNode, SystemClock } from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';
import { connectForCommands } from '../redis/connect.js';
import { hangUp } from '../redis/hang-up.js';
import { onRedis } from '../test-support/on-redis.js';
import { until } from '../test-support/until.js';
import { type BullmqOptions, withBullmq } from '../with-bullmq.js';
import { createStreamConsumer, type StreamConsumer } from './stream-consumer.js';
import { streamKeyOf, type StreamName } from './stream-key.js';

onRedis((redis) => {
  const clock = new SystemClock();
  const sayHello = defineHandler({ type: 'say_hello', handle: () => undefined });
  let shared: SchedulerStore;
  let keyPrefix: string;
  let nodes: SchedulerNode[];
  let consumers: StreamConsumer[];

  beforeEach(() => {
    shared = createMemoryStore({ clock });
    keyPrefix = redis.newPrefix();
    [nodes, consumers] = [[], []];
  });
  afterEach(async () => {
    await Promise.all([...nodes.map((node) => node.stop()), ...consumers.map((one) => one.close())]);
    await redis.forgetAll(keyPrefix);
  });

  const start = async (options: Partial<BullmqOptions>) => {
    const store = withBullmq(shared, { url: redis.url, keyPrefix, clock, ...options });
    const node = createSchedulerNode({ clock, store, handlers: [sayHello], config: { pollInterval: 50 } });
    nodes.push(node);
    await node.start();
    return node;
  };
  const follow = async (stream: StreamName, group: string) => {
    const heard: string[] = [];
    const consumer = await createStreamConsumer({
      url: redis.url,
      keyPrefix,
      stream,
      group,
      consumer: 'one',
      handle: ({ event: { name, data } }) =>
        void heard.push(`${name} ${String(data['executionId'] ?? data['jobId'])}`),
    });
    consumers.push(consumer);
    return heard;
  };

  it('mirrors dispatches for workers, and tells monitors what becomes of them, where it is asked for (F196)', async () => {
    const node = await start({ mirrorDispatches: true, streamExecutions: true });
    const dispatched = await follow('job.dispatch', 'scheduler-workers');
    const told = await follow('events', 'scheduler-monitors');
    const { id } = await node.scheduler.enqueue({ type: 'say_hello' });
    await until(() => told.includes(`scheduler:execution.completed ${id}`));
    expect(told).toContain(`scheduler:execution.started ${id}`);
    expect(dispatched).toEqual([`scheduler:job.dispatch ${id}`]);
    const job = await node.scheduler.schedule({ type: 'say_hello', trigger: trigger.every('1h') });
    await node.scheduler.runNow(job.id);
    await until(() => dispatched.length === 2 && told.includes(`scheduler:job.created ${job.id}`));
  });

  it('streams jobs and queues alone by itself, and tells other nodes nothing of executions in any case (F196)', async () => {
    const plain = await start({});
    const eager = await start({ streamExecutions: true });
    const dispatched = await follow('job.dispatch', 'scheduler-workers');
    const told = await follow('events', 'scheduler-monitors');
    await plain.queues.pause('default');
    const { id } = await plain.scheduler.enqueue({ type: 'say_hello' });
    const heard: string[] = [];
    plain.events.subscribe({ names: [], listener: ({ name }) => heard.push(name) });
    await plain.queues.resume('default');
    await until(async () => (await plain.scheduler.getExecution(id)).status === 'success');
    await eager.queues.pause('default');
    await until(() => heard.includes('scheduler:queue.paused') && told.length >= 3);
    expect(dispatched).toEqual([]);
    const executionsHeard = heard.filter((name) => name.startsWith('scheduler:execution'));
    const executionsTold = told.filter((line) => line.startsWith('scheduler:execution'));
    // Whoever of the two ran it: heard where it ran, streamed where that is asked for.
    expect([2, 0]).toContain(executionsHeard.length);
    expect(executionsTold).toHaveLength(executionsHeard.length === 2 ? 0 : 2);
  });

  it('keeps about as many entries as it is told to', async () => {
    const node = await start({ mirrorDispatches: true, streamLength: 100 });
    const requests = Array.from({ length: 1_000 }, () => ({ type: 'say_hello' }));
    await node.scheduler.enqueueMany(requests);
    const client = connectForCommands({ url: redis.url });
    await client.connect();
    const key = streamKeyOf('job.dispatch', { keyPrefix });
    await until(async () => (await client.xlen(key)) >= 100);
    const kept = await client.xlen(key);
    await hangUp(client);
    expect(kept).toBeGreaterThanOrEqual(100);
    expect(kept).toBeLessThan(400);
  });
});
