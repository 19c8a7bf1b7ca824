import assert from 'node:assert/strict';
import { type CallerTransaction, defineHandler, type SchedulerStore, trigger } from '@scheduler/contracts';
import { createSchedulerNode, type SchedulerNode } from '@scheduler/core';
import { assertRejectsWith } from './kit/assertions.js';
import { buildJob } from './kit/builders.js';
import type { ConformanceGroup } from './kit/group.js';
import type { StoreHarness } from './kit/harness.js';

/** A node that works off what it is given, and reports what has run. */
function workingNode(store: SchedulerStore) {
  const ran = new Map<string, () => void>();
  const handler = defineHandler({
    type: 'lifetime',
    handle: ({ payload }: { readonly payload: unknown }) => ran.get(String(payload))?.(),
  });
  const node = createSchedulerNode({ store, handlers: [handler], config: { pollInterval: '50ms' } });
  const runs = async (name: string) => {
    const done = new Promise<void>((resolve) => ran.set(name, resolve));
    await node.scheduler.enqueue({ type: 'lifetime', payload: name });
    await done;
  };
  return { node, runs };
}

type Use = (node: SchedulerNode) => Promise<unknown>;

/** One method of each kind that a node offers. */
const USES: Readonly<Record<string, Use>> = {
  enqueue: ({ scheduler }) => scheduler.enqueue({ type: 'lifetime' }),
  enqueueMany: ({ scheduler }) => scheduler.enqueueMany([{ type: 'lifetime' }]),
  schedule: ({ scheduler }) => scheduler.schedule({ type: 'lifetime', trigger: trigger.every('1h') }),
  list: ({ scheduler }) => scheduler.list(),
  find: ({ scheduler }) => scheduler.find('nobody'),
  'list of a tenant': ({ scheduler }) => scheduler.forTenant('tenant-1').list(),
  'stats of queues': ({ queues }) => queues.stats(),
  'list of dead letters': ({ deadLetters }) => deadLetters.list(),
  publish: ({ events }) =>
    events.publish({ events: [{ name: 'order.paid', at: new Date(0), tenant: null, data: {} }] }),
  tick: (node) => node.tick(),
  drain: (node) => node.drain(),
  prune: (node) => node.prune(),
  runningJobs: (node) => node.runningJobs(),
  checkNow: ({ lifeline }) => lifeline.checkNow(),
  plan: ({ declared }) => declared.plan(),
};

/** What becomes of a store before it is opened, between two openings, and after it was closed. */
export const lifetime: ConformanceGroup<StoreHarness> = {
  title: 'lifetime',
  cases: {
    'is opened by the first call of a node, whichever it is': async ({ store }) => {
      for (const use of Object.values(USES)) {
        const { node } = workingNode(store);
        await use(node);
        await node.stop();
      }
    },
    'is opened once by calls that come together': async ({ store }) => {
      const { node } = workingNode(store);
      await Promise.all(Array.from({ length: 5 }, () => node.scheduler.enqueue({ type: 'lifetime' })));
      assert.equal((await node.drain()).executions.length, 5);
      await node.stop();
    },
    'refuses every call on a node that has stopped with the same error': async ({ store }) => {
      const { node } = workingNode(store);
      await node.open();
      await node.stop();
      for (const [name, use] of Object.entries(USES)) {
        const refused = use(node);
        await assert.rejects(refused, { code: 'SHUTTING_DOWN' }, `${name} was not refused`);
        await assert.rejects(refused, /has stopped; start or open it again/);
      }
      assert.equal((await node.health()).status, 'unhealthy');
    },
    'can be stopped before it was opened, and more than once': async ({ store }) => {
      const { node } = workingNode(store);
      await node.stop();
      await node.stop();
      await assertRejectsWith(node.scheduler.list(), 'SHUTTING_DOWN');
    },
    'can be started, stopped and started again': async ({ store }) => {
      const { node, runs } = workingNode(store);
      for (const name of ['first', 'second', 'third']) {
        await node.start();
        await runs(name);
        await node.stop();
      }
    },
    'serves those who have subscribed before it was opened again': async ({ store }) => {
      const { node } = workingNode(store);
      const heard: string[] = [];
      node.events.subscribe({ names: ['order.paid'], listener: ({ name }) => void heard.push(name) });
      for (const times of [1, 2]) {
        await node.open();
        await node.events.publish({
          events: [{ name: 'order.paid', at: new Date(0), tenant: null, data: {} }],
        });
        await node.stop();
        assert.equal(heard.length, times);
      }
    },
    'keeps what it holds between two openings': async ({ store }) => {
      await store.open();
      const job = buildJob(await store.schedules.now());
      await store.schedules.add({ jobs: [job] });
      await store.close();
      await store.open();
      assert.equal((await store.schedules.get({ id: job.id, tenant: null }))?.id, job.id);
    },
    'is closed by the last of the nodes that share it': async ({ store }) => {
      const [first, second] = [workingNode(store), workingNode(store)];
      await first.node.start();
      await second.node.start();
      await first.node.stop();
      await second.runs('after the first has stopped');
      await second.node.stop();
    },
    'answers after its close, or says that it is not open': async ({ store }) => {
      await store.open();
      await store.close();
      await store.schedules.now().catch((error: unknown) => {
        assert.equal((error as { code?: unknown }).code, 'NOT_OPEN', String(error));
      });
    },
    'is not opened inside a transaction of the caller': async ({ store, inTransaction }) => {
      if (!store.capabilities.transactions || inTransaction === undefined) return;
      const { node } = workingNode(store);
      const enqueue = (transaction: CallerTransaction) =>
        node.scheduler.enqueue({ type: 'lifetime' }, { transaction });
      await assertRejectsWith(inTransaction(enqueue), 'NOT_OPEN');
      await node.open();
      await inTransaction(enqueue);
      assert.equal((await node.drain()).executions.length, 1);
      await node.stop();
    },
  },
};
