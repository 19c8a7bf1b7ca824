import { defineHandler, type HandledJob, type JobContext, silentLogger } from '@scheduler/contracts';
import { createSchedulerNode } from '@scheduler/core';
import { SettableClock } from '@scheduler/testing';
import { createMemoryStore } from '../memory-store.js';

type Handle = (context: JobContext, job: HandledJob) => unknown;

/** Nodes on a store in memory, with a handler of the type `order`. */
export function durableScene(handle: Handle, { nodes = 1, maxRetries = 2 } = {}) {
  const clock = new SettableClock('2030-01-01T00:00:00Z');
  const store = createMemoryStore({ clock });
  const handler = defineHandler({
    type: 'order',
    handle: async (job, context) => handle(context, job) as never,
  });
  const created = Array.from({ length: nodes }, () =>
    createSchedulerNode({ store, clock, handlers: [handler], logger: silentLogger }),
  );
  const [node] = created;
  if (node === undefined) throw new Error('at least one node');
  const enqueue = (policy = {}) =>
    node.scheduler.enqueue({
      type: 'order',
      maxRetries,
      backoff: { strategy: 'fixed', delay: '1s' },
      ...policy,
    });
  const stop = () => Promise.all(created.map((one) => one.stop()));
  return { clock, store, node, nodes: created, enqueue, stop };
}
