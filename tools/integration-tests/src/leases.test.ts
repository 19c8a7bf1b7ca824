import { JobResult, LeaseLost, type SchedulerStore } from '@scheduler/contracts';
import { cuttable } from './test-support/cuttable.js';
import { at, gate, recorder, scene } from './test-support/scene.js';

it('are renewed while a handler runs longer than a lease', async () => {
  const slow = gate('slow');
  const { node, clock } = scene({ handlers: [slow.handler] });
  await node.start();
  const { id } = await node.scheduler.enqueue({ type: 'slow' });
  await clock.advance('2m');
  expect(await node.scheduler.getExecution(id)).toMatchObject({ status: 'running', fence: 1 });
  slow.waiting[0]?.end(JobResult.success('at last'));
  await clock.advance('1s');
  expect(await node.scheduler.getExecution(id)).toMatchObject({
    status: 'success',
    output: 'at last',
    attemptsUsed: 1,
  });
  await node.stop();
});

it('of a disconnected node are given up by itself, rescued by another, and its late outcome is refused', async () => {
  const zombie = gate('slow', { heedsAbort: false });
  const base = scene();
  const { link, store } = cuttable(base.store);
  const cutOff = scene({ clock: base.clock, store, handlers: [zombie.handler] });
  const healthy = recorder('slow', () => JobResult.success('by the healthy one'));
  const other = scene({ clock: base.clock, store: base.store, handlers: [healthy.handler] });
  await cutOff.node.start();
  const { id } = await cutOff.node.scheduler.enqueue({ type: 'slow' });
  await base.clock.advance('1s');
  await other.node.start();

  link.cut = true;
  await base.clock.advance('22s');
  expect(zombie.waiting[0]?.context.signal.reason).toBeInstanceOf(LeaseLost);
  expect(healthy.calls).toEqual([]);
  await base.clock.advance('15s');
  expect(healthy.calls.map(({ context }) => context.fence)).toEqual([2]);

  link.cut = false;
  zombie.waiting[0]?.end(JobResult.success('by the zombie'));
  await base.clock.advance('5s');
  expect(await other.node.scheduler.getExecution(id)).toMatchObject({
    status: 'success',
    output: 'by the healthy one',
    attemptsUsed: 2,
  });
  await Promise.all([cutOff.node.stop(), other.node.stop()]);
});

it('of a process that died are rescued within 40 seconds', async () => {
  const base = scene();
  await base.store.executions.add({ executions: [] });
  const work = recorder('work');
  const { node } = scene({ clock: base.clock, store: base.store, handlers: [work.handler] });
  const { id } = await node.scheduler.enqueue({ type: 'work' });
  await base.store.executions.claim({
    lanes: [{ queue: 'default', limit: 1 }],
    owner: 'dead',
    leaseMs: 30_000,
  });
  await node.start();
  await base.clock.advance('29s');
  expect(work.calls).toEqual([]);
  await base.clock.advance('11s');
  expect(await node.scheduler.getExecution(id)).toMatchObject({
    status: 'success',
    attempts: [{ status: 'success' }],
    attemptsUsed: 1,
    unstartedRescues: 1,
  });
  await node.stop();
});

it('lost by crashes use up the budget: a handler that kills its process is quarantined', async () => {
  const { node, clock, store } = scene({ handlers: [recorder('poison').handler] });
  const { id } = await node.scheduler.enqueue({ type: 'poison', maxRetries: 2 });
  for (let crash = 1; crash <= 3; crash++) {
    const [claimed] = await store.executions.claim({
      lanes: [{ queue: 'default', limit: 1 }],
      owner: `crash-${crash}`,
      leaseMs: 1_000,
    });
    const lease = { executionId: id, fence: claimed?.fence ?? 0, startedAt: clock.now() };
    await store.executions.heartbeat({ leases: [lease], leaseMs: 1_000 });
    clock.jump(2_000);
    await store.executions.rescue({ graceMs: 0, limit: 10, deadLetterQueue: 'dead' });
  }
  expect(await node.scheduler.getExecution(id)).toMatchObject({
    status: 'failed',
    reason: { code: 'lease_expired' },
    attemptsUsed: 3,
    deadLetter: { queue: 'dead' },
  });
});

it('survive a store that fails for a while when the outcome is written', async () => {
  const slow = gate('slow');
  const base = scene();
  const { link, store } = cuttable(base.store);
  const { node, clock } = scene({ clock: base.clock, store, handlers: [slow.handler] });
  await node.start();
  const { id } = await node.scheduler.enqueue({ type: 'slow' });
  await clock.advance('1s');
  link.cut = true;
  slow.waiting[0]?.end(JobResult.success(42));
  await clock.advance('5s');
  link.cut = false;
  await clock.advance('5s');
  expect(await node.scheduler.getExecution(id)).toMatchObject({
    status: 'success',
    output: 42,
    attemptsUsed: 1,
  });
  await node.stop();
});

it('whose outcome was written but whose reply was lost are settled all the same', async () => {
  const base = scene();
  let losses = 1;
  const executions = new Proxy(base.store.executions, {
    get(target, name) {
      const method = Reflect.get(target, name) as (...args: unknown[]) => Promise<unknown>;
      return async (...args: unknown[]) => {
        const answer = await method.apply(target, args);
        if (name === 'settle' && losses-- > 0) throw new Error('reply lost');
        return answer;
      };
    },
  });
  const store = {
    ...base.store,
    open: () => base.store.open(),
    close: () => base.store.close(),
    executions,
  } as SchedulerStore;
  const { node, clock } = scene({ clock: base.clock, store, handlers: [recorder('work').handler] });
  await node.scheduler.enqueue({ type: 'work' });
  const drained = node.drain();
  await clock.advance('1s');
  expect((await drained).executions).toMatchObject([{ status: 'success' }]);
});

it('are not taken before the time of an execution', async () => {
  const work = recorder('work');
  const { node, clock } = scene({ handlers: [work.handler] });
  await node.start();
  await node.scheduler.enqueueAt({ type: 'work' }, at('00:10:00'));
  await clock.advance('9m');
  expect(work.calls).toEqual([]);
  await clock.advance('1m');
  expect(work.calls.map(({ context }) => context.startedAt)).toEqual([at('00:10:00')]);
  await node.stop();
});
