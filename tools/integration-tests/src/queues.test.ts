import { defineHandler } from '@scheduler/contracts';
import { gate, recorder, scene } from './test-support/scene.js';

it('pauses and resumes a queue on all nodes, while running executions continue (F108)', async () => {
  const slow = gate('slow');
  const config = { queues: { default: 1, mails: 1 } };
  const one = scene({ handlers: [slow.handler], config });
  const other = scene({ clock: one.clock, store: one.store, handlers: [slow.handler], config });
  await Promise.all([one.node.start(), other.node.start()]);
  await one.node.scheduler.enqueueMany(Array.from({ length: 5 }, () => ({ type: 'slow' })));
  await one.clock.advance('3s');
  expect(slow.waiting).toHaveLength(2);
  await other.node.queues.pause('default');
  for (const call of slow.waiting) call.end();
  await one.clock.advance('1m');
  expect(slow.waiting).toHaveLength(2);
  await one.node.scheduler.enqueue({ type: 'slow', queue: 'mails' });
  await one.clock.advance('3s');
  expect(slow.waiting).toHaveLength(3);
  expect(await one.node.queues.stats('default')).toMatchObject([
    { available: 3, delayed: 0, running: 0, paused: true },
  ]);
  await one.node.queues.resume('default');
  await one.clock.advance('3s');
  expect(slow.waiting).toHaveLength(5);
  for (const call of slow.waiting) call.end();
  const stopping = Promise.all([one.node.stop(), other.node.stop()]);
  await one.clock.advance('31s');
  await stopping;
});

it('scales a queue at run time, and the settings survive a restart (F108, F109)', async () => {
  const slow = gate('slow');
  const { node, clock } = scene({ handlers: [slow.handler], config: { queues: { default: 1 } } });
  await node.start();
  await node.scheduler.enqueueMany(Array.from({ length: 10 }, () => ({ type: 'slow' })));
  await clock.advance('3s');
  expect(slow.waiting).toHaveLength(1);
  await node.queues.scale('default', 4);
  await clock.advance('3s');
  expect(await node.queues.stats()).toEqual([
    {
      queue: 'default',
      available: 6,
      delayed: 0,
      running: 4,
      paused: false,
      concurrency: 4,
      runningHere: 4,
      runningJobs: ['slow', 'slow', 'slow', 'slow'],
      globalLimit: null,
      preemptionEnabled: false,
      preempted: 0,
      preemptedJobs: [],
      unheededPreemptions: 0,
      withoutHandler: [],
    },
  ]);
  const stopping = node.stop();
  await clock.advance('31s');
  for (const call of slow.waiting) call.end();
  await stopping;
  await node.start();
  await clock.advance('3s');
  expect(slow.waiting).toHaveLength(8);
  await node.queues.scale('default', null);
  expect((await node.queues.stats('default'))[0]?.concurrency).toBe(1);
  const again = node.stop();
  await clock.advance('31s');
  await again;
});

it('drains no paused queue', async () => {
  const work = recorder('work');
  const { node } = scene({ handlers: [work.handler] });
  await node.scheduler.enqueue({ type: 'work' });
  await node.queues.pause('default');
  expect((await node.drain()).executions).toEqual([]);
  await node.queues.resume('default');
  expect((await node.drain()).executions).toHaveLength(1);
});

it('refuses to complete in a transaction on the memory store', async () => {
  const complete = defineHandler({ type: 'complete', handle: (_, context) => context.completeIn({}) });
  const { node } = scene({ handlers: [complete] });
  const { id } = await node.scheduler.enqueue({ type: 'complete', maxRetries: 0 });
  await node.drain();
  expect(await node.scheduler.getExecution(id)).toMatchObject({
    status: 'failed',
    error: { code: 'FEATURE_NOT_SUPPORTED' },
  });
});
