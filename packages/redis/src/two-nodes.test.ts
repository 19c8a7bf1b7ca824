import {
  defineHandler,
  type HandledJob,
  JobResult,
  type SchedulerStore,
  silentLogger,
  trigger,
} from '@scheduler/contracts';
import { createSchedulerNode, type SchedulerNode, SystemClock } from '@scheduler/core';
import { onRedis, type RedisHarnesses } from './test-support/on-redis.js';
import { eventually } from '@scheduler/test-support';
import { createRedisStore } from './redis-store.js';

interface Running {
  readonly node: SchedulerNode;
  readonly store: SchedulerStore;
}

function counting(ran: string[]) {
  return defineHandler({
    type: 'count',
    handle: ({ payload }: HandledJob, { executionId }) => {
      ran.push(executionId);
      if (payload === 'fail') return JobResult.failure({ error: new Error('it broke'), retry: false });
      return JobResult.success('done');
    },
  });
}

onRedis((redis) => {
  const started: Running[] = [];
  afterEach(async () => {
    await Promise.all(started.splice(0).map(({ node }) => node.stop()));
  });

  /** Each node has its own connections, as processes have. */
  async function startNode(keyPrefix: string, ran: string[]): Promise<Running> {
    const clock = new SystemClock();
    const store = createRedisStore({ url: redis.url, keyPrefix, clock });
    const node = createSchedulerNode({ store, clock, handlers: [counting(ran)], logger: silentLogger });
    started.push({ node, store });
    await node.start();
    return { node, store };
  }

  async function twoNodes(redisServer: RedisHarnesses) {
    const keyPrefix = redisServer.newPrefix();
    const ran: string[] = [];
    const [one, two] = [await startNode(keyPrefix, ran), await startNode(keyPrefix, ran)];
    return { one, two, ran, keyPrefix };
  }

  it('two nodes on one Redis run each execution once (F205, F128)', async () => {
    const { one, two, ran } = await twoNodes(redis);
    const requests = Array.from({ length: 500 }, (_, payload) => ({ type: 'count', payload }));
    await one.node.scheduler.enqueueMany(requests);
    await eventually('500 runs', () => ran.length >= 500);
    await eventually('empty queues', async () => (await two.store.queues.counts()).length === 0);
    expect(new Set(ran).size).toBe(500);
    expect(ran).toHaveLength(500);
    const counts = await two.store.executions.count({ tenant: null });
    expect(counts).toMatchObject({ success: 500, pending: 0, running: 0 });
  });

  it('two nodes fire each occurrence of a job once, and count it', async () => {
    const { one, two, ran } = await twoNodes(redis);
    await one.node.scheduler.schedule({
      type: 'count',
      name: 'often',
      trigger: trigger.every('1s'),
      maxExecutions: 3,
    });
    await eventually(
      'the end of the job',
      async () => (await two.node.scheduler.get('often')).status === 'completed',
    );
    expect(ran).toHaveLength(3);
    const { counters } = await two.node.scheduler.get('often');
    expect(counters).toMatchObject({ fired: 3, executions: 3, succeeded: 3, failed: 0 });
  });

  it('runs a job once for each start of a node, and once for each start of the cluster (F26, F285)', async () => {
    const keyPrefix = redis.newPrefix();
    const ran: string[] = [];
    const observer = await startNode(keyPrefix, ran);
    for (const scope of ['node', 'cluster'] as const)
      await observer.node.scheduler.schedule({
        type: 'count',
        name: scope,
        trigger: trigger.reboot({ scope }),
      });
    await observer.node.stop();
    const all = await Promise.all([1, 2, 3].map(() => startNode(keyPrefix, ran)));
    const { scheduler } = all[0]!.node;
    const succeeded = async (name: string) => (await scheduler.get(name)).counters.succeeded;
    await eventually(
      'three and one',
      async () => (await succeeded('node')) === 3 && (await succeeded('cluster')) === 1,
    );
    await startNode(keyPrefix, ran);
    await eventually('a fourth', async () => (await succeeded('node')) === 4);
    expect([await succeeded('cluster'), ran.length]).toEqual([1, 5]);
  });

  it('a node that is started later finds the remaining work, and failed executions are dead letters', async () => {
    const keyPrefix = redis.newPrefix();
    const left = createRedisStore({ url: redis.url, keyPrefix });
    const ran: string[] = [];
    const node = createSchedulerNode({
      store: left,
      clock: new SystemClock(),
      handlers: [counting(ran)],
      config: { queues: false },
    });
    started.push({ node, store: left });
    await node.open();
    await node.scheduler.enqueue({ type: 'count', payload: 'fail' });
    await node.stop();
    const later = await startNode(keyPrefix, ran);
    await eventually(
      'a dead letter',
      async () => (await later.store.executions.deadLetterCounts({ tenant: null })).total === 1,
    );
    expect(ran).toHaveLength(1);
  });
});
