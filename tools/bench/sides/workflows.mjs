import { silentLogger } from '@scheduler/contracts';
import { createSchedulerNode } from '@scheduler/core';
import { createWorkflows, defineWorkflow } from '@scheduler/workflow';
import { createSide as createPlainSide, storeFactory } from './us.mjs';

const LINKS = 10;
const OPEN = ['running', 'paused', 'stopping', 'compensating'];

/**
 * The scheduler with workflows as a contestant, and with plain jobs on the same database, see `us.mjs`.
 *
 * @param connection the address of a Redis, or what `createKnexStore` takes
 */
export async function createSide({ connection }) {
  const newStore = await storeFactory(connection);
  const plain = await createPlainSide({ connection });
  let onStep = () => {};
  const definitions = shapes((context) => onStep(context.runId));
  const newNode = (queues) => {
    const { store, clock } = newStore();
    const workflows = createWorkflows({ definitions });
    // Steps that fail on purpose would each write a line.
    const parts = { store, workflows, clock, config: { queues }, logger: silentLogger };
    return { store, workflows, node: createSchedulerNode(parts) };
  };
  const client = newNode(false);
  await client.node.open();
  let starter = client.workflows;

  return {
    ...plain,
    startFlow: ({ shape, width }) => starter.start(shape, { width }),
    async workFlows({ concurrency, onStep: handle }) {
      onStep = handle;
      const { node, workflows } = newNode({ default: concurrency });
      await node.start();
      // A process with a running node starts workflows through that node.
      starter = workflows;
      return async () => {
        starter = client.workflows;
        await node.stop();
      };
    },
    async unfinishedFlows() {
      const counts = await client.store.workflows.count({ tenant: null });
      return counts.reduce((sum, { status, count }) => (OPEN.includes(status) ? sum + count : sum), 0);
    },
    async close() {
      await client.node.stop();
      await plain.close();
    },
  };
}

/** The shapes that are measured, by the names of their workflows. */
function shapes(work) {
  return [
    defineWorkflow('chain', {}, (w) => {
      let last = w.step('step_1', work);
      for (let number = 2; number <= LINKS; number += 1)
        last = w.step(`step_${number}`, work, { after: last });
    }),
    defineWorkflow('diamond', {}, (w) => {
      const top = w.step('top', work);
      const sides = ['left', 'right'].map((name) => w.step(name, work, { after: top }));
      w.step('bottom', work, { after: sides });
    }),
    defineWorkflow('fan_in', {}, (w) => {
      const items = w.map(
        'items',
        ({ input }) => Array.from({ length: input.width }, (_, item) => item),
        work,
      );
      w.step('join', work, { after: items });
    }),
    defineWorkflow('compensation', {}, (w) => {
      const first = w.step('first', work, { rollback: work });
      const second = w.step('second', work, { after: first, rollback: work });
      w.step('third', fails(work), { after: second, maxRetries: 0 });
    }),
  ];
}

function fails(work) {
  return (context) => {
    work(context);
    throw new Error('fails on purpose');
  };
}
