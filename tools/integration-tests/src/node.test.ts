import { ExecutionInterrupted, type JobContext, JobResult, trigger } from '@scheduler/contracts';
import { at, executionsOf, gate, recorder, scene, statuses } from './test-support/scene.js';

it('starts, ticks at the very instant, runs, and stops (F89, F131)', async () => {
  const work = recorder('work');
  const { node, clock } = scene({ handlers: [work.handler] });
  expect(node.running).toBe(false);
  await node.start();
  await node.start();
  expect(node.running).toBe(true);
  await node.scheduler.schedule({ type: 'work', name: 'e', trigger: trigger.every('10s') });
  await clock.advance('35s');
  await node.stop();
  expect(node.running).toBe(false);
  expect(work.calls.map(({ context }) => context.startedAt)).toEqual([
    at('00:00:10'),
    at('00:00:20'),
    at('00:00:30'),
  ]);
  expect(clock.pendingTimers).toBe(0);
});

it('runs what was scheduled before the next poll without waiting for it', async () => {
  const work = recorder('work');
  const { node, clock } = scene({ handlers: [work.handler], config: { pollInterval: '1h' } });
  await node.start();
  await clock.advance('1s');
  await node.scheduler.schedule({ type: 'work', trigger: trigger.now() });
  await clock.advance(1);
  await node.scheduler.enqueue({ type: 'work' });
  await clock.advance(1);
  expect(work.calls).toHaveLength(2);
  await node.stop();
});

it('lets running handlers finish within the grace period', async () => {
  const slow = gate('slow');
  const { node, clock } = scene({ handlers: [slow.handler] });
  await node.start();
  const { id } = await node.scheduler.enqueue({ type: 'slow' });
  await clock.advance('1s');
  const stopping = node.stop();
  await clock.advance('10s');
  await expect(node.start()).rejects.toMatchObject({ code: 'SHUTTING_DOWN' });
  await expect(node.tick()).rejects.toMatchObject({ code: 'SHUTTING_DOWN' });
  slow.waiting[0]?.end(JobResult.success('in time'));
  await clock.advance(1);
  await stopping;
  await node.open();
  expect(await node.scheduler.getExecution(id)).toMatchObject({ status: 'success', output: 'in time' });
});

it('gives back executions that do not finish in time, without using up a retry, so that others can run them at once', async () => {
  const slow = gate('slow');
  const one = scene({ handlers: [slow.handler], config: { queues: { default: 1 }, shutdownGrace: '5s' } });
  await one.node.start();
  const running = await one.node.scheduler.enqueue({ type: 'slow' });
  const waiting = await one.node.scheduler.enqueue({ type: 'slow' });
  await one.clock.advance('1s');
  const stopping = one.node.stop();
  await one.clock.advance('6s');
  await stopping;
  expect(slow.waiting[0]?.context.signal.reason).toBeInstanceOf(ExecutionInterrupted);
  for (const { id } of [running, waiting]) {
    expect(await one.store.executions.get({ id, tenant: null })).toMatchObject({
      status: 'pending',
      attemptsUsed: 0,
      owner: null,
    });
  }
  const done = recorder('slow');
  const other = scene({ clock: one.clock, store: one.store, handlers: [done.handler] });
  await other.node.start();
  await one.clock.advance('1s');
  expect(done.calls.map(({ context }) => context.attempt)).toEqual([1, 1]);
  await other.node.stop();
});

it('can be started again after it was stopped', async () => {
  const work = recorder('work');
  const { node, clock } = scene({ handlers: [work.handler] });
  await node.start();
  await node.stop();
  await node.start();
  await node.scheduler.enqueue({ type: 'work' });
  await clock.advance('1s');
  await node.stop();
  expect(work.calls).toHaveLength(1);
});

it('processes nothing with `queues: false`, and still ticks (F113)', async () => {
  const work = recorder('work');
  const { node, clock } = scene({ handlers: [work.handler], config: { queues: false } });
  await node.start();
  await node.scheduler.schedule({ type: 'work', name: 'j', trigger: trigger.every('1m') });
  await clock.advance('61s');
  expect(statuses(await executionsOf(node, 'j'))).toEqual(['pending']);
  await node.stop();
});

it('does nothing by itself with `enabled: false` (F238, F242)', async () => {
  const work = recorder('work');
  const { node, clock } = scene({ handlers: [work.handler], config: { enabled: false } });
  await node.start();
  await node.scheduler.schedule({ type: 'work', trigger: trigger.every('1s') });
  await clock.advance('10s');
  expect(work.calls).toEqual([]);
  await node.stop();
});

it('never runs more executions of a queue at once than configured, and keeps queues apart (F106, F107)', async () => {
  const slow = gate('slow');
  const { node, clock } = scene({ handlers: [slow.handler], config: { queues: { default: 2, other: 1 } } });
  await node.start();
  for (let i = 0; i < 5; i++) await node.scheduler.enqueue({ type: 'slow' });
  for (let i = 0; i < 5; i++) await node.scheduler.enqueue({ type: 'slow', queue: 'other' });
  await clock.advance('1s');
  expect(slow.waiting).toHaveLength(3);
  for (let i = 0; i < 10; i++) {
    slow.waiting[i]?.end();
    await clock.advance('1s');
  }
  expect(slow.waiting).toHaveLength(10);
  await node.stop();
});

it('runs the more urgent first (F116)', async () => {
  const work = recorder('work');
  const { node } = scene({ handlers: [work.handler], config: { queues: { default: 1 } } });
  for (const priority of ['low', 'critical', 'medium', 'high'] as const)
    await node.scheduler.enqueue({ type: 'work', priority, payload: priority });
  await node.drain();
  expect(work.calls.map(({ job }) => job.payload)).toEqual(['critical', 'high', 'medium', 'low']);
});

it('stores the log lines of handlers, and returns them with the history on request (F105, F223)', async () => {
  const work = recorder('work', ({ context }: { context: JobContext }) => {
    context.log.info('half way', { done: 5 });
    context.log.warn('nearly');
  });
  const { node } = scene({ handlers: [work.handler] });
  await node.scheduler.schedule({ type: 'work', name: 'j', trigger: trigger.cron('0 * * * *') });
  await node.scheduler.runNow('j');
  await node.drain();
  const [entry] = (await node.scheduler.history('j', { includeLogs: true })).items;
  expect(entry?.logs.map(({ level, message, context }) => [level, message, context])).toEqual([
    ['info', 'half way', { done: 5 }],
    ['warn', 'nearly', {}],
  ]);
  expect((await node.scheduler.history('j')).items[0]?.logs).toEqual([]);
});

it('publishes events on the bus, with the names of F194', async () => {
  const flaky = recorder('flaky', ({ context }) =>
    context.attempt === 1 ? JobResult.failure({ error: new Error('oops'), delay: 0 }) : undefined,
  );
  const { node, store } = scene({ handlers: [flaky.handler] });
  const published: [string, unknown][] = [];
  store.events.subscribe({
    names: [],
    listener: ({ name, data }) =>
      published.push([name.replace('scheduler:', ''), data.willRetry ?? data.status]),
  });
  await node.scheduler.schedule({ type: 'flaky', name: 'j', trigger: trigger.cron('0 * * * *') });
  await node.scheduler.pause('j');
  await node.scheduler.resume('j');
  await node.scheduler.runNow('j');
  await node.drain();
  await node.scheduler.update('j', { name: 'k' });
  await node.scheduler.cancel('k');
  await node.scheduler.unschedule('k');
  await new Promise((resolve) => setImmediate(resolve));
  expect(published).toEqual([
    ['job.created', 'active'],
    ['job.paused', 'paused'],
    ['job.resumed', 'active'],
    ['job.dispatch', false],
    ['execution.started', false],
    ['execution.failed', true],
    ['execution.started', false],
    ['execution.completed', false],
    ['job.completed', false],
    ['job.updated', 'active'],
    ['job.cancelled', 'cancelled'],
    ['job.deleted', 'cancelled'],
  ]);
});

it('deletes what is older than its retention, and dead letters by their own retention (F247, F249)', async () => {
  const { node, clock, store } = scene({
    handlers: [
      recorder('good').handler,
      recorder('bad', () => JobResult.failure({ error: 'x', retry: false })).handler,
    ],
    config: { retention: { success: '1d', failed: '2d' }, deadLetters: { retention: '3d' } },
  });
  const good = await node.scheduler.enqueue({ type: 'good' });
  const bad = await node.scheduler.enqueue({ type: 'bad' });
  await node.drain();
  const kept = async () =>
    (await store.executions.list({ tenant: null, limit: 10, offset: 0, sortOrder: 'asc' })).items.map(
      ({ id }) => id,
    );
  await node.start();
  for (const [jump, expected] of [
    [12, [good.id, bad.id]],
    [24, [bad.id]],
    [24, [bad.id]],
    [24, []],
  ] as const) {
    clock.jump(jump * 3_600_000);
    await clock.advance('2m');
    expect(await kept()).toEqual(expected);
  }
  await node.stop();
});
