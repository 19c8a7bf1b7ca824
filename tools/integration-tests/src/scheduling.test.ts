import { trigger } from '@scheduler/contracts';
import { at, executionsOf, recorder, scene, statuses } from './test-support/scene.js';

const hourly = trigger.cron('0 * * * *');

function setUp() {
  const work = recorder('work');
  return { ...scene({ handlers: [work.handler] }), calls: work.calls };
}

it('stores a definition and returns it with its first run (F14, F15)', async () => {
  const { node } = setUp();
  const job = await node.scheduler.schedule({
    type: 'work',
    name: 'hourly',
    trigger: hourly,
    targetId: 'order-7',
    payload: { a: 1 },
    tags: ['x', 'x'],
  });
  expect(job).toMatchObject({
    type: 'work',
    name: 'hourly',
    targetId: 'order-7',
    payload: { a: 1 },
    trigger: hourly,
    status: 'active',
    nextRunAt: at('01:00:00'),
    tags: ['x'],
    revision: 1,
  });
  expect(job.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  expect(await node.scheduler.get('hourly')).toEqual(job);
  expect(await node.scheduler.get(job.id)).toEqual(job);
});

it('gives a job without a name a descriptive one', async () => {
  const { node } = setUp();
  const job = await node.scheduler.schedule({ type: 'work', id: 'j1', trigger: hourly });
  expect(job.name).toBe('work:j1');
});

it('stores a job that is not enabled as paused (F19)', async () => {
  const { node, clock } = setUp();
  const job = await node.scheduler.schedule({ type: 'work', trigger: hourly, enabled: false });
  expect(job.status).toBe('paused');
  clock.setTime(at('05:00:00'));
  expect((await node.tick()).due).toBe(0);
});

it('fires an occurrence at its very instant and runs it once (F122)', async () => {
  const { node, clock, calls } = setUp();
  await node.scheduler.schedule({ type: 'work', name: 'hourly', trigger: hourly });
  clock.setTime(at('00:59:59.999'));
  expect((await node.tick()).fired).toEqual([]);
  clock.setTime(at('01:00:00'));
  expect((await node.tick()).fired).toHaveLength(1);
  expect((await node.tick()).fired).toHaveLength(0);
  const { executions } = await node.drain();
  expect(executions).toMatchObject([
    { status: 'success', occurrence: 1, occurrenceAt: at('01:00:00'), lateness: 'on_time' },
  ]);
  expect(calls).toHaveLength(1);
  expect(await node.scheduler.get('hourly')).toMatchObject({
    nextRunAt: at('02:00:00'),
    lastRunAt: at('01:00:00'),
    counters: { fired: 1, executions: 1, succeeded: 1 },
  });
});

it('completes a one-off after it ran, and leaves it active until then (F67)', async () => {
  const { node, clock } = setUp();
  await node.scheduler.schedule({ type: 'work', name: 'later', trigger: trigger.once(at('03:00:00')) });
  clock.setTime(at('03:00:00'));
  await node.tick();
  expect(await node.scheduler.get('later')).toMatchObject({ status: 'active', nextRunAt: null });
  await node.drain();
  expect(await node.scheduler.get('later')).toMatchObject({
    status: 'completed',
    completedAt: at('03:00:00'),
  });
});

it('runs a job that is scheduled for now at once (F23)', async () => {
  const { node, calls } = setUp();
  await node.scheduler.schedule({ type: 'work', name: 'now', trigger: trigger.now() });
  await node.tick();
  await node.drain();
  expect(calls).toHaveLength(1);
  expect(await node.scheduler.get('now')).toMatchObject({ status: 'completed' });
});

it('counts occurrences up to maxExecutions and then completes (F29, F34)', async () => {
  const { node, clock, calls } = setUp();
  await node.scheduler.schedule({ type: 'work', name: 'drip', trigger: hourly, maxExecutions: 3 });
  for (const hour of ['01', '02', '03', '04']) {
    clock.setTime(at(`${hour}:00:00`));
    await node.tick();
    await node.drain();
  }
  expect(calls.map(({ context }) => context.occurrence)).toEqual([1, 2, 3]);
  expect(await node.scheduler.get('drip')).toMatchObject({
    status: 'completed',
    nextRunAt: null,
    counters: { fired: 3, succeeded: 3 },
  });
});

it('keeps to its window on both sides (F29)', async () => {
  const { node, clock, calls } = setUp();
  await node.scheduler.schedule({
    type: 'work',
    name: 'w',
    trigger: hourly,
    startAt: at('02:00:00'),
    endAt: at('03:00:00'),
  });
  for (const hour of ['01', '02', '03', '04']) {
    clock.setTime(at(`${hour}:00:00`));
    await node.tick();
    await node.drain();
  }
  expect(calls.map(({ context }) => context.scheduledAt)).toEqual([at('02:00:00'), at('03:00:00')]);
  expect(await node.scheduler.get('w')).toMatchObject({ status: 'completed' });
});

it('does not drift: a late run does not move the next (every)', async () => {
  const { node, clock } = setUp();
  await node.scheduler.schedule({ type: 'work', name: 'e', trigger: trigger.every('10s') });
  clock.setTime(at('00:00:13'));
  await node.tick();
  expect((await node.scheduler.get('e')).nextRunAt).toEqual(at('00:00:20'));
});

it('reschedules recurring jobs and computes the next run again (F97)', async () => {
  const { node } = setUp();
  await node.scheduler.schedule({ type: 'work', name: 'hourly', trigger: hourly });
  const job = await node.scheduler.reschedule('hourly', trigger.cron('30 * * * *'));
  expect(job).toMatchObject({ nextRunAt: at('00:30:00'), revision: 2 });
  await node.scheduler.schedule({ type: 'work', name: 'once', trigger: trigger.once(at('03:00:00')) });
  await expect(node.scheduler.reschedule('once', hourly)).rejects.toMatchObject({ code: 'SCHEDULE_INVALID' });
  await expect(node.scheduler.reschedule('hourly', trigger.now())).rejects.toMatchObject({
    code: 'SCHEDULE_INVALID',
  });
});

it('updates what is given and nothing else (F90)', async () => {
  const { node } = setUp();
  await node.scheduler.schedule({
    type: 'work',
    name: 'a',
    trigger: hourly,
    payload: { keep: true },
    maxRetries: 7,
    description: 'old',
  });
  const job = await node.scheduler.update('a', {
    name: 'b',
    timeout: '10s',
    description: null,
    priority: 'high',
  });
  expect(job).toMatchObject({
    name: 'b',
    description: null,
    payload: { keep: true },
    nextRunAt: at('01:00:00'),
  });
  expect(job.policies).toMatchObject({ timeoutMs: 10_000, maxRetries: 7, priority: 2 });
  expect((await node.scheduler.update('b', { trigger: trigger.once(at('09:00:00')) })).nextRunAt).toEqual(
    at('09:00:00'),
  );
  await expect(node.scheduler.update('b', { endAt: at('00:00:00') })).rejects.toMatchObject({
    code: 'SCHEDULE_INVALID',
  });
});

it('continues from now after a pause, and records the instants that the pause skipped (F91, F271)', async () => {
  const { node, clock } = setUp();
  await node.scheduler.schedule({ type: 'work', name: 'hourly', trigger: hourly });
  await node.scheduler.pause('hourly', 'holiday');
  expect(await node.scheduler.get('hourly')).toMatchObject({ status: 'paused', statusReason: 'holiday' });
  clock.setTime(at('05:30:00'));
  expect((await node.tick()).due).toBe(0);
  const job = await node.scheduler.resume('hourly');
  expect(job).toMatchObject({ status: 'active', nextRunAt: at('06:00:00') });
  const executions = await executionsOf(node, 'hourly');
  expect(statuses(executions)).toEqual(['skipped: paused']);
  expect(executions[0]?.skipped).toEqual({ count: 5, from: at('01:00:00'), to: at('05:00:00') });
});

it('runs a job now besides its schedule, also while it is paused (F92)', async () => {
  const { node, calls } = setUp();
  await node.scheduler.schedule({
    type: 'work',
    name: 'hourly',
    trigger: hourly,
    payload: { p: 1 },
    enabled: false,
  });
  const execution = await node.scheduler.runNow('hourly');
  expect(execution).toMatchObject({ origin: 'manual', occurrenceAt: null });
  await node.drain();
  expect(calls[0]?.job).toMatchObject({ name: 'hourly', payload: { p: 1 } });
  expect(await node.scheduler.get('hourly')).toMatchObject({
    nextRunAt: at('01:00:00'),
    counters: { fired: 0, executions: 1 },
  });
});

it('deletes a job with its history (F98)', async () => {
  const { node, store } = setUp();
  await node.scheduler.schedule({ type: 'work', name: 'hourly', trigger: hourly });
  const execution = await node.scheduler.runNow('hourly');
  await node.drain();
  await node.scheduler.unschedule('hourly');
  expect(await node.scheduler.find('hourly')).toBeNull();
  expect(await store.executions.get({ id: execution.id, tenant: null })).toBeNull();
});

it('keeps what an execution was fired with when the job changes later', async () => {
  const { node, clock, calls } = setUp();
  await node.scheduler.schedule({ type: 'work', name: 'hourly', trigger: hourly, payload: 'old' });
  clock.setTime(at('01:00:00'));
  await node.tick();
  await node.scheduler.update('hourly', { payload: 'new' });
  await node.drain();
  expect(calls[0]?.job.payload).toBe('old');
});

it('pauses a job whose stored trigger is invalid, and fires the others', async () => {
  const { node, clock, store, calls } = setUp();
  const good = await node.scheduler.schedule({ type: 'work', name: 'good', trigger: hourly });
  const bad = good.with({ id: 'bad', name: 'bad', trigger: trigger.cron('not a cron'), revision: 1 });
  await store.schedules.add({ jobs: [bad] });
  clock.setTime(at('01:00:00'));
  const report = await node.tick();
  await node.drain();
  expect(report).toMatchObject({ quarantined: ['bad'], conflicts: 0 });
  expect(calls).toHaveLength(1);
  expect(await node.scheduler.get('bad')).toMatchObject({ status: 'paused' });
  expect((await node.scheduler.get('bad')).statusReason).toMatch(/^quarantined: .*cron/);
});

describe('at the start of a node', () => {
  it.each([
    ['reboot', trigger.reboot()],
    ['the macro @reboot', trigger.cron('@reboot')],
  ])('fires a job with %s once, and again with the next start (F26)', async (_title, atStart) => {
    const { node, clock, calls } = setUp();
    const job = await node.scheduler.schedule({ type: 'work', name: 'warm-up', trigger: atStart });
    expect(job).toMatchObject({ status: 'active', nextRunAt: null, trigger: { kind: 'reboot' } });
    await node.start();
    await clock.advance('5s');
    expect(calls.map(({ context }) => context.occurrence)).toEqual([1]);
    await node.stop();
    await node.start();
    await clock.advance('5s');
    expect(calls.map(({ context }) => context.occurrence)).toEqual([1, 2]);
    expect(await node.scheduler.get('warm-up')).toMatchObject({
      status: 'active',
      counters: { fired: 2, succeeded: 2 },
    });
    await node.stop();
  });

  it('does not run a paused job, and completes one that has reached its maximum', async () => {
    const { node, clock, calls } = setUp();
    await node.scheduler.schedule({
      type: 'work',
      name: 'paused',
      trigger: trigger.reboot(),
      enabled: false,
    });
    await node.scheduler.schedule({
      type: 'work',
      name: 'once',
      trigger: trigger.reboot(),
      maxExecutions: 1,
    });
    await node.start();
    await clock.advance('5s');
    expect(calls.map(({ job }) => job.name)).toEqual(['once']);
    expect(await node.scheduler.get('once')).toMatchObject({ status: 'completed' });
    await node.stop();
  });

  it('refuses @reboot beside other expressions', async () => {
    const { node } = setUp();
    await expect(
      node.scheduler.schedule({ type: 'work', trigger: trigger.cron(['@reboot', '0 9 * * *']) }),
    ).rejects.toMatchObject({ code: 'SCHEDULE_INVALID' });
  });
});

it('delays an occurrence by its jitter, the same on every node, and keeps the nominal instant (F269)', async () => {
  const { node, clock, calls } = setUp();
  const { id } = await node.scheduler.schedule({
    type: 'work',
    id: 'j1',
    name: 'j',
    trigger: hourly,
    jitter: '10m',
  });
  clock.setTime(at('01:00:00'));
  const [execution] = (await node.tick()).fired;
  const delayMs = (execution?.availableAt.getTime() ?? 0) - at('01:00:00').getTime();
  expect(delayMs).toBeGreaterThan(0);
  expect(delayMs).toBeLessThanOrEqual(600_000);
  expect((await node.drain()).executions).toEqual([]);
  clock.setTime(execution?.availableAt ?? clock.now());
  await node.drain();
  expect(calls.map(({ context }) => context.scheduledAt)).toEqual([at('01:00:00')]);
  const other = setUp();
  await other.node.scheduler.schedule({ type: 'work', id, name: 'j', trigger: hourly, jitter: '10m' });
  other.clock.setTime(at('01:00:30'));
  expect((await other.node.tick()).fired[0]?.availableAt).toEqual(execution?.availableAt);
});
