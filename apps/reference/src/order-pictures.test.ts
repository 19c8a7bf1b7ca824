import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { silentLogger } from '@scheduler/contracts';
import { createSchedulerNode, type SchedulerNode } from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';
import { SettableClock } from '@scheduler/testing';
import { createWorkflows } from '@scheduler/workflow';
import { NoDelivery } from './domains/fulfilment/carrier.js';
import { APPROVAL, FULFIL_ORDER, fulfilOrder } from './domains/fulfilment/fulfil-order.workflow.js';

const PAGE = readFileSync(join(__dirname, '../../../docs/workflows.md'), 'utf8');

/** The pictures of orders on the page, in their order. */
const PICTURES = [...PAGE.matchAll(/```mermaid\n(flowchart TD\n[^`]*)\n```/g)].map(([, picture]) => picture);

const ORDER = {
  orderId: 'order-1',
  product: 'lamp',
  quantity: 2,
  totalCents: 90_000,
  email: 'ada@example.com',
  country: 'Atlantis',
};

const nodes: SchedulerNode[] = [];
afterEach(() => Promise.all(nodes.map((node) => node.stop())));

/** A node whose carrier delivers nowhere. */
async function nodeWithoutDelivery() {
  const clock = new SettableClock('2030-01-01T00:00:00Z');
  const order = fulfilOrder({
    warehouse: {
      reserve: async () => undefined,
      release: async () => undefined,
      handOver: async () => undefined,
    },
    payments: { charge: async () => undefined, refund: async () => true },
    carrier: { ship: () => Promise.reject(new NoDelivery(ORDER)) },
    approvalFromCents: 50_000,
  });
  const workflows = createWorkflows({ definitions: [order] });
  const store = createMemoryStore({ clock });
  const node = createSchedulerNode({ clock, store, workflows, logger: silentLogger });
  nodes.push(node);
  await node.open();
  return { node, workflows };
}

it('the page about workflows shows an order as toMermaid draws it, and one that is undone (F187)', async () => {
  const { node, workflows } = await nodeWithoutDelivery();
  const { id } = await workflows.start(FULFIL_ORDER, ORDER);
  await node.drain();
  await workflows.approve(id, APPROVAL, { by: 'grace' });
  await node.drain();
  expect((await workflows.getState(id)).run.status).toBe('compensated');
  expect([await workflows.toMermaid(FULFIL_ORDER), await workflows.toMermaid(id)]).toEqual(PICTURES);
});
