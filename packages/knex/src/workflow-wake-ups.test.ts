import { defineHandler, stepType, type WorkflowGraph, type WorkflowStatus } from '@scheduler/contracts';
import type { SchedulerConfigInput, SchedulerNode } from '@scheduler/core';
import { eventually } from '@scheduler/test-support';
import { DATABASES, onEach } from './test-support/on-database.js';
import { TestNodes } from './test-support/test-nodes.js';
import { startOf, step } from './test-support/workflow-runs.js';

/** Nothing can be found by a poll within the time of a test. */
const NEVER_POLLS: SchedulerConfigInput = { pollInterval: '10m' };

const ONE: WorkflowGraph = { name: 'orders', steps: [step('pay')], deadlineMs: null };
onEach(DATABASES, (database) => {
  const nodes = new TestNodes(database);
  const handlers = [
    defineHandler({ type: stepType('orders', 'pay'), handle: () => undefined }),
    defineHandler({ type: 'probe', handle: () => undefined }),
  ];
  const options = { handlers, config: NEVER_POLLS };

  beforeEach(() => database.empty());
  afterEach(() => nodes.stop());

  const runsOf = (node: SchedulerNode) => node.workflows.services().runs;

  const ends = (node: SchedulerNode, id: string, status: WorkflowStatus) =>
    eventually(`the end of the run as ${status}`, async () => {
      return (await runsOf(node).get({ id, tenant: null }))?.status === status;
    });

  /** A run whose step was released before it was paused, and found not to be available by the node since. */
  async function paused(node: SchedulerNode): Promise<string> {
    const request = startOf(ONE);
    await node.queues.pause('default');
    await runsOf(node).start(request);
    await runsOf(node).change({ id: request.id, tenant: null, command: { kind: 'pause' } });
    await node.queues.resume('default');
    const probe = await node.scheduler.enqueue({ type: 'probe' });
    await eventually(
      'the end of the probe',
      async () => (await node.scheduler.getExecution(probe.id)).status === 'success',
    );
    return request.id;
  }

  const resume = (node: SchedulerNode, id: string) =>
    runsOf(node).change({ id, tenant: null, command: { kind: 'resume', context: {} } });

  it('starts what a resumed run has released (F186)', async () => {
    const node = await nodes.start(options);
    const id = await paused(node);
    await resume(node, id);
    await ends(node, id, 'completed');
  });

  // On the others nodes can only poll.
  const forServers = database.name === 'postgres' ? it : it.skip;
  forServers('starts it on another node than the one that resumed the run (F186)', async () => {
    const node = await nodes.start(options);
    const other = await nodes.open({ config: NEVER_POLLS });
    const id = await paused(node);
    await resume(other, id);
    await ends(node, id, 'completed');
  });
});
