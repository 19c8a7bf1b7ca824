import { defineHandler, type SchedulerStore, trigger } from '@scheduler/contracts';
import { connectForCommands, disconnect } from '@scheduler/redis/parts';
import {
  createSchedulerNode,
  type SchedulerConfigInput,
  type SchedulerNode,
  SystemClock,
} from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';
import type { Redis } from 'ioredis';
import { createStreamConsumer, type StreamConsumer, streamKeyOf, type StreamName } from '@scheduler/redis';
import { onRedis } from './test-support/on-redis.js';
import { eventually } from '@scheduler/test-support';
import { type BullmqOptions, withBullmq } from './with-bullmq.js';

onRedis((redis) => {
  const clock = new SystemClock();
  const sayHello = defineHandler({ type: 'say_hello', handle: () => undefined });
  let shared: SchedulerStore;
  let keyPrefix: string;
  let nodes: SchedulerNode[];
  let consumers: StreamConsumer[];
  let clients: Redis[];

  beforeEach(() => {
    shared = createMemoryStore({ clock });
    keyPrefix = redis.newPrefix();
    [nodes, consumers, clients] = [[], [], []];
  });
  afterEach(async () => {
    await Promise.all([...nodes.map((node) => node.stop()), ...consumers.map((one) => one.close())]);
    await disconnect(...clients);
    await redis.deleteKeys(keyPrefix);
  });

  const start = async (options: Partial<BullmqOptions>, config: SchedulerConfigInput = {}) => {
    const store = withBullmq(shared, { url: redis.url, keyPrefix, clock, ...options });
    const node = createSchedulerNode({
      clock,
      store,
      handlers: [sayHello],
      config: { pollInterval: 50, ...config },
    });
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
    await eventually('the event of the end', () => told.includes(`scheduler:execution.completed ${id}`));
    expect(told).toContain(`scheduler:execution.started ${id}`);
    expect(dispatched).toEqual([`scheduler:job.dispatch ${id}`]);
    const job = await node.scheduler.schedule({ type: 'say_hello', trigger: trigger.every('1h') });
    await node.scheduler.runNow(job.id);
    await eventually(
      'the events of the job',
      () => dispatched.length === 2 && told.includes(`scheduler:job.created ${job.id}`),
    );
  });

  it('streams jobs and queues alone where nothing more is asked for (F196)', async () => {
    const node = await start({});
    const dispatched = await follow('job.dispatch', 'scheduler-workers');
    const told = await follow('events', 'scheduler-monitors');
    const { id } = await node.scheduler.enqueue({ type: 'say_hello' });
    await eventually('the success', async () => (await node.scheduler.getExecution(id)).status === 'success');
    const job = await node.scheduler.schedule({ type: 'say_hello', trigger: trigger.every('1h') });
    await eventually('an event', () => told.length > 0);
    expect(told).toEqual([`scheduler:job.created ${job.id}`]);
    expect(dispatched).toEqual([]);
  });

  it('tells the listeners of other nodes nothing of executions, streamed or not', async () => {
    const worker = await start({ mirrorDispatches: true, streamExecutions: true });
    const other = await start({}, { queues: false });
    const heard: string[] = [];
    other.events.subscribe({ names: [], listener: ({ name }) => heard.push(name) });
    const told = await follow('events', 'scheduler-monitors');
    const { id } = await worker.scheduler.enqueue({ type: 'say_hello' });
    await eventually('the event of the end', () => told.includes(`scheduler:execution.completed ${id}`));
    // Until the other one has begun to read, and has read behind it.
    await eventually('the reading of the other node', async () => {
      await worker.queues.resume('default');
      return heard.includes('scheduler:queue.resumed');
    });
    const { id: later } = await worker.scheduler.enqueue({ type: 'say_hello' });
    await eventually('the event of the later end', () =>
      told.includes(`scheduler:execution.completed ${later}`),
    );
    await worker.queues.pause('default');
    await eventually('the event of the pause', () => heard.includes('scheduler:queue.paused'));
    expect(new Set(heard)).toEqual(new Set(['scheduler:queue.resumed', 'scheduler:queue.paused']));
  });

  it('keeps about as many entries as it is told to', async () => {
    const node = await start({ mirrorDispatches: true, streamLength: 100 });
    const requests = Array.from({ length: 1_000 }, () => ({ type: 'say_hello' }));
    await node.scheduler.enqueueMany(requests);
    const client = connectForCommands({ url: redis.url });
    clients.push(client);
    await client.connect();
    const key = streamKeyOf('job.dispatch', { keyPrefix });
    await eventually('100 entries', async () => (await client.xlen(key)) >= 100);
    const kept = await client.xlen(key);
    expect(kept).toBeGreaterThanOrEqual(100);
    expect(kept).toBeLessThan(400);
  });
});
