import { defineHandler, type HandledJob, silentLogger, trigger } from '@scheduler/contracts';
import { createSchedulerNode, SystemClock } from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';
import { at, executionsOf, recorder, scene } from './test-support/scene.js';

it('two nodes on one store run each of 10,000 enqueued jobs exactly once (F241)', async () => {
  const JOBS = 10_000;
  const clock = new SystemClock();
  const store = createMemoryStore({ clock });
  const runs = new Map<number, number>();
  const shares = [0, 0];
  let allDone: () => void = () => undefined;
  const done = new Promise<void>((resolve) => (allDone = resolve));
  const nodes = shares.map((_, index) =>
    createSchedulerNode({
      store,
      clock,
      logger: silentLogger,
      config: { queues: { default: 10 } },
      handlers: [
        defineHandler({
          type: 'count',
          handle: (job: HandledJob<number>) => {
            runs.set(job.payload, (runs.get(job.payload) ?? 0) + 1);
            shares[index] = (shares[index] ?? 0) + 1;
            if (runs.size === JOBS) allDone();
          },
        }),
      ],
    }),
  );
  const [first] = nodes;
  await Promise.all(nodes.map((node) => node.start()));
  await first?.scheduler.enqueueMany(
    Array.from({ length: JOBS }, (_, payload) => ({ type: 'count', payload })),
  );
  await done;
  await Promise.all(nodes.map((node) => node.stop()));
  expect(runs.size).toBe(JOBS);
  expect([...runs.values()].every((count) => count === 1)).toBe(true);
  expect((await store.executions.count({ tenant: null })).success).toBe(JOBS);
  expect(Math.min(...shares)).toBeGreaterThan(0);
});

it('two nodes that tick at once fire each of 1,000 due jobs exactly once', async () => {
  const one = scene({ handlers: [recorder('work').handler] });
  const other = scene({ clock: one.clock, store: one.store, handlers: [recorder('work').handler] });
  for (let i = 0; i < 1_000; i++)
    await one.node.scheduler.schedule({ type: 'work', trigger: trigger.once(at('01:00:00')) });
  one.clock.setTime(at('01:00:00'));
  const reports = await Promise.all([one.node.tick(), other.node.tick(), one.node.tick()]);
  expect(reports.reduce((sum, { fired }) => sum + fired.length, 0)).toBe(1_000);
  expect((await one.store.executions.count({ tenant: null })).pending).toBe(1_000);
});

it('with `distributed` only the leader ticks, and another takes over when it stops (F114, F211)', async () => {
  const config = { leadership: { distributed: true } };
  const one = scene({ handlers: [recorder('work').handler], config });
  const other = scene({ clock: one.clock, store: one.store, handlers: [recorder('work').handler], config });
  await one.node.start();
  await one.clock.advance('1s');
  await other.node.start();
  await one.clock.advance('1s');
  expect((await one.store.leadership.currentLeader())?.node).toBe(one.node.id);
  await one.node.scheduler.schedule({ type: 'work', name: 'j', trigger: trigger.every('20s') });
  await one.clock.advance('21s');
  await one.node.stop();
  await one.clock.advance('20s');
  expect((await one.store.leadership.currentLeader())?.node).toBe(other.node.id);
  expect(await executionsOf(other.node, 'j')).toHaveLength(2);
  await other.node.stop();
});

it('nodes with one label are still two nodes', () => {
  const config = { leadership: { instanceId: 'web-1' } };
  const one = scene({ config });
  const other = scene({ config });
  expect(one.node.id).toMatch(/^web-1:/);
  expect(one.node.id).not.toBe(other.node.id);
});
