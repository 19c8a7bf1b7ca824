import { ExecutionCancelled, trigger } from '@scheduler/contracts';
import { at, executionsOf, gate, recorder, scene, statuses } from './test-support/scene.js';

it('cancels an execution that waits (F93)', async () => {
  const { node } = scene({ handlers: [recorder('work').handler] });
  const { id } = await node.scheduler.enqueue({ type: 'work' });
  expect(await node.scheduler.cancelExecution(id, 'not wanted')).toMatchObject({ state: 'cancelled' });
  expect((await node.drain()).executions).toEqual([]);
  expect(await node.scheduler.getExecution(id)).toMatchObject({
    status: 'cancelled',
    reason: { message: 'not wanted' },
  });
  expect(await node.scheduler.cancelExecution(id)).toMatchObject({ state: 'ended' });
});

it('stops a running execution through its signal, with the reason (F73, F137)', async () => {
  const slow = gate('slow');
  const { node, clock } = scene({ handlers: [slow.handler] });
  await node.start();
  const { id } = await node.scheduler.enqueue({ type: 'slow' });
  await clock.advance('1s');
  expect(await node.scheduler.cancelExecution(id, 'changed my mind')).toMatchObject({ state: 'stopping' });
  await clock.advance(1);
  expect(slow.waiting[0]?.context.signal.reason).toBeInstanceOf(ExecutionCancelled);
  expect(await node.scheduler.getExecution(id)).toMatchObject({
    status: 'cancelled',
    reason: { code: 'cancelled', message: 'changed my mind' },
  });
  await node.stop();
});

it('reaches the running node at once from any node, if they share a bus', async () => {
  const slow = gate('slow');
  const one = scene({ handlers: [slow.handler] });
  const other = scene({
    clock: one.clock,
    store: one.store,
    handlers: [recorder('slow').handler],
    config: { queues: false },
  });
  await one.node.start();
  const { id } = await one.node.scheduler.enqueue({ type: 'slow' });
  await one.clock.advance('1s');
  await other.node.scheduler.cancelExecution(id, 'from afar');
  await one.clock.advance(1);
  expect(await one.node.scheduler.getExecution(id)).toMatchObject({ status: 'cancelled' });
  await one.node.stop();
});

it('reaches the running node with the next heartbeat if no event arrives', async () => {
  const slow = gate('slow');
  const { node, clock, store } = scene({ handlers: [slow.handler] });
  await node.start();
  const { id } = await node.scheduler.enqueue({ type: 'slow' });
  await clock.advance('1s');
  await store.executions.requestCancel({ id, tenant: null, reason: 'written straight into the store' });
  await clock.advance('12s');
  expect(await node.scheduler.getExecution(id)).toMatchObject({ status: 'cancelled' });
  await node.stop();
});

it('cancels a job with its pending and running executions, and keeps the record (F95, F99)', async () => {
  const slow = gate('slow');
  const { node, clock } = scene({ handlers: [slow.handler], config: { queues: { default: 1 } } });
  await node.start();
  const job = await node.scheduler.schedule({
    type: 'slow',
    name: 'j',
    trigger: trigger.cron('0 * * * *'),
    allowOverlap: true,
  });
  await node.scheduler.runNow('j');
  await node.scheduler.runNow('j');
  await clock.advance('1s');
  expect(statuses(await executionsOf(node, 'j')).sort()).toEqual(['pending', 'running']);
  const cancelled = await node.scheduler.cancel('j', 'project ended');
  expect(cancelled).toMatchObject({
    status: 'cancelled',
    cancelledAt: clock.now(),
    nextRunAt: null,
    statusReason: 'project ended',
  });
  await clock.advance('1s');
  expect(statuses(await executionsOf(node, job.id))).toEqual([
    'cancelled: cancelled',
    'cancelled: cancelled',
  ]);
  await expect(node.scheduler.resume('j')).rejects.toMatchObject({
    code: 'ILLEGAL_TRANSITION',
    from: 'cancelled',
  });
  await node.stop();
});

it('ends a one-off whose only execution is cancelled before it ran', async () => {
  const { node, clock } = scene({ handlers: [recorder('work').handler] });
  await node.scheduler.schedule({ type: 'work', name: 'once', trigger: trigger.once(at('01:00:00')) });
  clock.setTime(at('01:00:00'));
  const [execution] = (await node.tick()).fired;
  await node.scheduler.cancelExecution(execution?.id ?? '');
  expect(await node.scheduler.get('once')).toMatchObject({ status: 'cancelled' });
});

it('does not run a one-off that was cancelled before its time', async () => {
  const work = recorder('work');
  const { node, clock } = scene({ handlers: [work.handler] });
  await node.scheduler.schedule({ type: 'work', name: 'escalate', trigger: trigger.once(at('01:00:00')) });
  await node.scheduler.cancel('escalate');
  clock.setTime(at('02:00:00'));
  await node.tick();
  await node.drain();
  expect(work.calls).toEqual([]);
});

it('stops the running executions of a job, and reports if there are none (F93, F94)', async () => {
  const slow = gate('slow');
  const { node, clock } = scene({ handlers: [slow.handler] });
  await node.start();
  await node.scheduler.schedule({ type: 'slow', name: 'nightly', trigger: trigger.every('1m') });
  expect(await node.scheduler.cancelRunning('nobody')).toEqual({ state: 'not_found' });
  expect(await node.scheduler.cancelRunning('nightly')).toEqual({ state: 'not_running' });
  await clock.advance('61s');
  expect((await node.runningJobs()).map(({ jobName }) => jobName)).toEqual(['nightly']);
  expect(await node.scheduler.cancelRunning('nightly', 'not tonight')).toMatchObject({
    state: 'stopping',
    executions: [{ jobName: 'nightly' }],
  });
  await clock.advance(1);
  expect(await node.runningJobs()).toEqual([]);
  expect(statuses(await executionsOf(node, 'nightly'))).toEqual(['cancelled: cancelled']);
  expect((await node.scheduler.get('nightly')).status).toBe('active');
  await node.stop();
});
