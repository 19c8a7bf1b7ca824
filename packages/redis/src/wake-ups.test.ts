import { defineHandler, type HandledJob, silentLogger, trigger } from '@scheduler/contracts';
import { createSchedulerNode, type SchedulerNode, SystemClock } from '@scheduler/core';
import { eventually } from '@scheduler/test-support';
import { onRedis } from './test-support/on-redis.js';
import { createRedisStore } from './redis-store.js';

onRedis((redis) => {
  let keyPrefix: string;
  let nodes: SchedulerNode[];
  let started: { readonly payload: unknown; readonly atMs: number }[];
  let door: Promise<void>;
  let openDoor: () => void;

  const work = defineHandler({
    type: 'work',
    handle: async ({ payload }: HandledJob) => {
      started.push({ payload, atMs: Date.now() });
      if (payload === 'slow') await door;
    },
  });
  const slowJob = {
    name: 'slow job',
    type: 'work',
    payload: 'slow',
    trigger: trigger.once(new Date('2999-01-01')),
  };

  beforeEach(() => {
    [keyPrefix, nodes, started] = [redis.newPrefix(), [], []];
    door = new Promise((resolve) => (openDoor = resolve));
  });
  afterEach(async () => {
    openDoor();
    await Promise.all(nodes.map((node) => node.stop()));
    await redis.deleteKeys(keyPrefix);
  });

  /** A node that finds nothing by polling within the time of a test. */
  async function startNode(): Promise<SchedulerNode> {
    const clock = new SystemClock();
    const node = createSchedulerNode({
      store: createRedisStore({ url: redis.url, keyPrefix, clock }),
      clock,
      handlers: [work],
      logger: silentLogger,
      config: { pollInterval: '10m' },
    });
    nodes.push(node);
    await node.start();
    return node;
  }

  const runs = (count: number) => eventually(`run ${count}`, () => started.length >= count);

  it('starts work for later at its instant, though other work waits for its queue (F115)', async () => {
    const node = await startNode();
    await node.queues.limit('default', 1);
    await node.scheduler.enqueue({ type: 'work', payload: 'slow' });
    await runs(1);
    await node.scheduler.enqueue({ type: 'work', queue: 'default', payload: 'behind' });
    const at = Date.now() + 500;
    await node.scheduler.enqueueAt({ type: 'work', payload: 'later' }, new Date(at));
    openDoor();
    await runs(3);
    expect(started.map(({ payload }) => payload)).toEqual(['slow', 'behind', 'later']);
    expect(started[2]!.atMs).toBeGreaterThanOrEqual(at - 5);
  });

  it('starts what waits for its job when the job is free (F112)', async () => {
    const node = await startNode();
    const job = await node.scheduler.schedule({ ...slowJob, payload: 'fast' });
    for (let run = 0; run < 20; run += 1) await node.scheduler.runNow(job.id);
    await runs(20);
  });

  it('starts it on another node, where the one that ran the job is stopping (F112)', async () => {
    const one = await startNode();
    const job = await one.scheduler.schedule(slowJob);
    await one.scheduler.runNow(job.id);
    await runs(1);
    const other = await startNode();
    await other.scheduler.runNow(job.id);
    const stopped = one.stop();
    openDoor();
    await runs(2);
    await stopped;
  });
});
