import { type MissedRunInput, type ScheduleDefinition, trigger } from '@scheduler/contracts';
import { createMemoryStore } from '@scheduler/memory';
import { SettableClock } from '@scheduler/testing';
import { at, executionsOf, gate, recorder, scene, START, statuses } from './test-support/scene.js';

const hourly = trigger.cron('0 * * * *');

async function after5HoursDown(missedRuns: MissedRunInput) {
  const work = recorder('work');
  const { node, clock } = scene({ handlers: [work.handler] });
  await node.scheduler.schedule({ type: 'work', name: 'hourly', trigger: hourly, missedRuns });
  clock.setTime(at('05:30:00'));
  await node.tick();
  await node.drain();
  return {
    node,
    clock,
    calls: work.calls,
    executions: await executionsOf(node, 'hourly'),
    job: await node.scheduler.get('hourly'),
  };
}

describe('missed runs', () => {
  it('latest: one run for the most recent instant, the others recorded in number and range (F20, F268)', async () => {
    const { calls, executions, job } = await after5HoursDown({ policy: 'latest' });
    expect(statuses(executions)).toEqual(['skipped: missed', 'success']);
    expect(executions[0]?.skipped).toEqual({ count: 4, from: at('01:00:00'), to: at('04:00:00') });
    expect(calls.map(({ context }) => [context.scheduledAt, context.startedAt, context.lateness])).toEqual([
      [at('05:00:00'), at('05:30:00'), 'caught_up'],
    ]);
    expect(job).toMatchObject({
      nextRunAt: at('06:00:00'),
      lastRunAt: at('05:00:00'),
      counters: { fired: 1 },
    });
  });

  it('all: one run for each, oldest first (F268)', async () => {
    const { calls, job } = await after5HoursDown({ policy: 'all' });
    expect(calls.map(({ context }) => context.scheduledAt.getUTCHours())).toEqual([1, 2, 3, 4, 5]);
    expect(calls.map(({ context }) => context.occurrence)).toEqual([1, 2, 3, 4, 5]);
    expect(job).toMatchObject({ nextRunAt: at('06:00:00'), counters: { fired: 5, succeeded: 5 } });
  });

  it('all with a cap: the most recent, the rest recorded as skipped', async () => {
    const { calls, executions } = await after5HoursDown({ policy: 'all', cap: 2 });
    expect(calls.map(({ context }) => context.scheduledAt.getUTCHours())).toEqual([4, 5]);
    expect(executions[0]?.skipped).toEqual({ count: 3, from: at('01:00:00'), to: at('03:00:00') });
  });

  it('skip: none, the next future instant (F32, F268)', async () => {
    const { calls, executions, job } = await after5HoursDown({ policy: 'skip' });
    expect(calls).toEqual([]);
    expect(statuses(executions)).toEqual(['skipped: missed']);
    expect(executions[0]?.skipped).toEqual({ count: 5, from: at('01:00:00'), to: at('05:00:00') });
    expect(job).toMatchObject({ nextRunAt: at('06:00:00'), counters: { fired: 0 } });
  });

  it('an instant within the grace period is not missed', async () => {
    const work = recorder('work');
    const { node, clock } = scene({ handlers: [work.handler] });
    await node.scheduler.schedule({
      type: 'work',
      name: 'hourly',
      trigger: hourly,
      missedRuns: { policy: 'skip', grace: '1m' },
    });
    clock.setTime(at('01:01:00'));
    await node.tick();
    await node.drain();
    expect(work.calls.map(({ context }) => context.lateness)).toEqual(['on_time']);
  });

  it('a one-off that was missed runs late', async () => {
    const work = recorder('work');
    const { node, clock } = scene({ handlers: [work.handler] });
    await node.scheduler.schedule({ type: 'work', name: 'once', trigger: trigger.once(at('01:00:00')) });
    clock.setTime(at('09:00:00'));
    await node.tick();
    await node.drain();
    expect(work.calls.map(({ context }) => context.lateness)).toEqual(['late']);
    expect(await node.scheduler.get('once')).toMatchObject({ status: 'completed' });
  });

  it('never catches up more runs than the job has left', async () => {
    const work = recorder('work');
    const { node, clock } = scene({ handlers: [work.handler] });
    await node.scheduler.schedule({
      type: 'work',
      name: 'hourly',
      trigger: hourly,
      missedRuns: 'all',
      maxExecutions: 2,
    });
    clock.setTime(at('05:30:00'));
    await node.tick();
    await node.drain();
    expect(work.calls).toHaveLength(2);
    expect(await node.scheduler.get('hourly')).toMatchObject({ status: 'completed', counters: { fired: 2 } });
  });
});

describe('overlap', () => {
  async function twoOccurrences(allowOverlap: boolean) {
    const slow = gate('slow');
    const { node, clock } = scene({ handlers: [slow.handler] });
    await node.scheduler.schedule({
      type: 'slow',
      name: 'hourly',
      trigger: hourly,
      allowOverlap,
      timeout: '3h',
    });
    await node.start();
    await clock.advanceTo(at('01:00:01'));
    clock.setTime(at('02:00:00'));
    await clock.advance('2s');
    return { node, clock, slow };
  }

  it('is refused by default: the occurrence is recorded as skipped, and does not count as fired (F160)', async () => {
    const { node, clock, slow } = await twoOccurrences(false);
    expect(slow.waiting).toHaveLength(1);
    expect(statuses(await executionsOf(node, 'hourly')).sort()).toEqual(['running', 'skipped: overlap']);
    expect((await node.scheduler.get('hourly')).counters.fired).toBe(1);
    slow.waiting[0]?.end();
    await clock.advance('1s');
    expect(statuses(await executionsOf(node, 'hourly')).sort()).toEqual(['skipped: overlap', 'success']);
    await node.stop();
  });

  it('is allowed on request', async () => {
    const { node, clock, slow } = await twoOccurrences(true);
    expect(slow.waiting).toHaveLength(2);
    for (const { end } of slow.waiting) end();
    await clock.advance('1s');
    await node.stop();
  });

  it('does not skip caught-up runs: they run one after the other', async () => {
    let running = 0;
    let most = 0;
    const work = recorder('work', async () => {
      most = Math.max(most, ++running);
      await Promise.resolve();
      running -= 1;
    });
    const { node, clock } = scene({ handlers: [work.handler] });
    await node.scheduler.schedule({ type: 'work', name: 'hourly', trigger: hourly, missedRuns: 'all' });
    clock.setTime(at('05:30:00'));
    await node.tick();
    await node.drain();
    expect([work.calls.length, most]).toEqual([5, 1]);
  });

  it('all after 12 seconds without a node: each occurrence runs, in turn, and is caught up', async () => {
    const clock = new SettableClock(START);
    const store = createMemoryStore({ clock });
    const work = recorder('work', async () => void (await clock.advance(1)));
    const first = scene({ clock, store, handlers: [work.handler] });
    await first.node.scheduler.schedule({
      type: 'work',
      name: 'second',
      trigger: trigger.every('1s'),
      missedRuns: 'all',
    });
    clock.setTime(at('00:00:12'));
    const { node } = scene({ clock, store, handlers: [work.handler] });
    await node.start();
    await clock.advance('500ms');
    expect(statuses(await executionsOf(node, 'second'))).toEqual(Array(12).fill('success'));
    await node.stop();
    expect(work.calls.map(({ context }) => [context.scheduledAt, context.lateness])).toEqual(
      Array.from({ length: 12 }, (_, index) => [
        new Date(at('00:00:01').getTime() + index * 1_000),
        'caught_up',
      ]),
    );
  });

  async function firedBesideRunSince(startedAt: string, definition: Partial<ScheduleDefinition>) {
    const slow = gate('slow');
    const { node, clock } = scene({ handlers: [slow.handler] });
    const job = { type: 'slow', name: 'hourly', trigger: hourly, timeout: '9h' };
    await node.scheduler.schedule({ ...job, ...definition });
    clock.setTime(at(startedAt));
    await node.scheduler.runNow('hourly');
    const draining = node.drain();
    while (slow.waiting.length === 0) await new Promise(setImmediate);
    clock.setTime(at('03:30:00'));
    const { fired, skipped } = await node.tick();
    let isDrained = false;
    void draining.finally(() => (isDrained = true));
    while (!isDrained) {
      for (const { end } of slow.waiting) end();
      await new Promise(setImmediate);
    }
    return [fired.length, skipped.length];
  }

  it.each([
    ['latest, the run began before the last one', '02:59:00', 'latest', [0, 2]],
    ['latest, the run began after the last one', '03:10:00', 'latest', [1, 1]],
    ['all, whatever runs', '00:59:00', 'all', [3, 0]],
  ] as const)('is judged by what ran at the instant: %s', async (_, startedAt, missedRuns, expected) => {
    expect(await firedBesideRunSince(startedAt, { missedRuns })).toEqual(expected);
  });

  it('waits on request, and runs when the job is free', async () => {
    const slow = gate('slow');
    const { node, clock } = scene({ handlers: [slow.handler] });
    const job = { type: 'slow', name: 'hourly', trigger: hourly, timeout: '9h', overlap: 'queue' } as const;
    expect((await node.scheduler.schedule(job)).policies.overlap).toBe('queue');
    await node.start();
    await clock.advanceTo(at('01:00:01'));
    await clock.advanceTo(at('02:00:01'));
    expect(statuses(await executionsOf(node, 'hourly'))).toEqual(['running', 'pending']);
    slow.waiting[0]?.end();
    await clock.advance('1s');
    expect(slow.waiting).toHaveLength(2);
    slow.waiting[1]?.end();
    await clock.advance('1s');
    expect(statuses(await executionsOf(node, 'hourly'))).toEqual(['success', 'success']);
    await node.stop();
  });
});
