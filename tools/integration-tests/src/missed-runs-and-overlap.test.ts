import { type MissedRunInput, trigger } from '@scheduler/contracts';
import { at, executionsOf, gate, recorder, scene, statuses } from './test-support/scene.js';

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
});
