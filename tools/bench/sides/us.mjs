import { existsSync } from 'node:fs';
import { defineHandler, JobResult } from '@scheduler/contracts';
import { createSchedulerNode, SystemClock } from '@scheduler/core';

const TYPE = 'bench';

const PLENTY = { count: 1_000_000, period: '1s' };

/** Every policy that a node can have, with limits that are never reached. */
const ALL_POLICIES = {
  config: {
    rateLimits: { global: PLENTY, queues: { default: PLENTY }, types: { [TYPE]: PLENTY } },
    circuits: { bench: { failureThreshold: 5 } },
    preemption: true,
  },
  middleware: [{ name: 'nothing', handle: (_job, _context, next) => next() }],
  observers: [{ afterJob: () => undefined }],
};

/**
 * The scheduler as a contestant, with default settings except the concurrency.
 *
 * @param connection 'memory', the address of a Redis, or what `createKnexStore` takes
 * @param knexOptions more of what `createKnexStore` takes
 * @param redis the address of a Redis, which makes BullMQ the queue
 * @param policies whether all policies are on, with limits that are never reached
 * @param file the file that a store on SQLite must have created, which shows that the settings in its address were parsed
 */
export async function createSide({ connection, file, redis, knexOptions, policies = false }) {
  const newStore = await storeFactory(connection, redis, knexOptions);
  let onJob = () => {};
  const handlers = [
    defineHandler({
      type: TYPE,
      handle: ({ payload }) => {
        onJob(payload);
        return JobResult.success();
      },
    }),
  ];
  const newNode = (queues) => {
    const { store, clock } = newStore();
    const { config, ...more } = policies ? ALL_POLICIES : { config: {} };
    return {
      store,
      node: createSchedulerNode({ store, handlers, config: { queues, ...config }, clock, ...more }),
    };
  };
  const { store, node: client } = newNode(false);
  await store.migrations?.up();
  await client.open();
  if (file && !existsSync(file)) throw new Error('the settings in the address of the store were not parsed');
  let scheduler = client.scheduler;
  const request = (payload) => ({ type: TYPE, payload, ...(policies ? { circuit: 'bench' } : {}) });

  return {
    enqueue: (payload) => scheduler.enqueue(request(payload)),
    enqueueMany: (payloads) => scheduler.enqueueMany(payloads.map(request)),
    scheduleAt: (trigger, payload) => scheduler.schedule({ type: TYPE, trigger, payload }),
    /** For operations that only the scheduler is measured in. */
    schedules: store.schedules,
    list: (query) => client.scheduler.list(query),
    tick: () => client.tick(),
    enqueueAt: (at, payload) => scheduler.enqueueAt({ type: TYPE, payload }, at),
    async work({ concurrency, onJob: handle }) {
      onJob = handle;
      const { node } = newNode({ default: concurrency });
      await node.start();
      // A process with a running node enqueues through that node.
      scheduler = node.scheduler;
      return async () => {
        scheduler = client.scheduler;
        await node.stop();
      };
    },
    async unfinished() {
      const counts = await store.queues.counts();
      return counts.reduce((sum, { available, delayed, running }) => sum + available + delayed + running, 0);
    },
    close: () => client.stop(),
  };
}

/** Resolves to a function that makes a store with its clock. The stores of one database share what they keep. */
export async function storeFactory(connection, redis, knexOptions = {}) {
  const clock = new SystemClock();
  if (redis !== undefined) {
    const newStore = await storeFactory(connection);
    const { withBullmq } = await import('@scheduler/bullmq');
    return () => ({ store: withBullmq(newStore().store, { url: redis, clock }), clock });
  }
  if (connection === 'memory') {
    const { createMemoryStore } = await import('@scheduler/memory');
    // Nodes share the memory store itself.
    const store = createMemoryStore({ clock });
    return () => ({ store, clock });
  }
  if (connection.startsWith('redis:')) {
    const { createRedisStore } = await import('@scheduler/redis');
    return () => ({ store: createRedisStore({ url: connection }), clock });
  }
  const { createKnexStore } = await import('@scheduler/knex');
  return () => ({ store: createKnexStore({ connection, clock, ...knexOptions }), clock });
}
