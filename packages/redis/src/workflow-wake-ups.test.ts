import { defineHandler, silentLogger, stepType, type WorkflowStatus } from '@scheduler/contracts';
import { createSchedulerNode, type SchedulerNode, SystemClock } from '@scheduler/core';
import { eventually } from '@scheduler/test-support';
import { createRedisStore } from './redis-store.js';
import { onRedis } from './test-support/on-redis.js';
import { runOf, step } from './test-support/workflow-runs.js';

onRedis((redis) => {
  let keyPrefix: string;
  let nodes: SchedulerNode[];

  const handlers = [
    defineHandler({ type: stepType('orders', 'pay'), handle: () => undefined }),
    defineHandler({ type: 'probe', handle: () => undefined }),
  ];

  beforeEach(() => {
    [keyPrefix, nodes] = [redis.newPrefix(), []];
  });
  afterEach(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await redis.deleteKeys(keyPrefix);
  });

  /** A node that finds nothing by polling within the time of a test. */
  async function openNode(): Promise<SchedulerNode> {
    const clock = new SystemClock();
    const node = createSchedulerNode({
      store: createRedisStore({ url: redis.url, keyPrefix, clock }),
      clock,
      handlers,
      logger: silentLogger,
      config: { pollInterval: '10m' },
    });
    nodes.push(node);
    await node.open();
    return node;
  }

  const runsOf = (node: SchedulerNode) => node.workflows.services().runs;

  const ends = (node: SchedulerNode, id: string, status: WorkflowStatus) =>
    eventually(`the end of the run as ${status}`, async () => {
      return (await runsOf(node).get({ id, tenant: null }))?.status === status;
    });

  it('starts what a resumed run has released, on whatever node (F186)', async () => {
    const [node, other] = [await openNode(), await openNode()];
    await node.start();
    for (const resuming of [node, other]) {
      const request = runOf([step('pay')]);
      const { id } = request;
      await node.queues.pause('default');
      await runsOf(node).start(request);
      await runsOf(node).change({ id, tenant: null, command: { kind: 'pause' } });
      await node.queues.resume('default');
      const probe = await node.scheduler.enqueue({ type: 'probe' });
      await eventually(
        'the end of the probe',
        async () => (await node.scheduler.getExecution(probe.id)).status === 'success',
      );
      await runsOf(resuming).change({ id, tenant: null, command: { kind: 'resume', context: {} } });
      await ends(node, id, 'completed');
    }
  });
});
