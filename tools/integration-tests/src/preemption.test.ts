import { defineHandler, type JobContext } from '@scheduler/contracts';
import { telemetry } from '@scheduler/core';
import { at, gate, scene } from './test-support/scene.js';

/** A handler in steps, each of which ends with a checkpoint when the test lets it. */
function stepping(type: string) {
  const running: { readonly context: JobContext; readonly step: () => void; readonly end: () => void }[] = [];
  const events: string[] = [];
  const handler = defineHandler({
    type,
    handle: async (job, context) => {
      const name = String(job.payload);
      for (let number = 1; ; number += 1) {
        events.push(`${name} ${number}`);
        const isEnd = await new Promise<boolean>((resolve) =>
          running.push({ context, step: () => resolve(false), end: () => resolve(true) }),
        );
        if (isEnd) return;
        await context.checkpoint();
      }
    },
  });
  return { handler, running, events, last: () => running.at(-1) };
}

function setUp(config: object = { preemption: true }) {
  const steps = stepping('steps');
  const urgent = gate('urgent');
  const set = scene({
    handlers: [steps.handler, urgent.handler],
    config: { queues: { default: 1 }, ...config },
  });
  const enqueue = (type: string, priority: number) =>
    set.node.scheduler.enqueue({ type, payload: type, priority: priority as 0 });
  return { ...set, steps, urgent, enqueue };
}

describe('preemption (F119)', () => {
  it('lets urgent work take the slot at the next checkpoint, and resumes the other afterwards (F120)', async () => {
    const { node, clock, steps, urgent, enqueue } = setUp();
    const emitted: unknown[] = [];
    const leaving = [
      telemetry.subscribe('scheduler:job:preempt', ({ preemptedJob, incomingJob }) =>
        emitted.push(['preempt', preemptedJob, incomingJob]),
      ),
      telemetry.subscribe('scheduler:job:resume', ({ type, reason }) =>
        emitted.push(['resume', type, reason]),
      ),
    ];
    await node.start();
    const long = await enqueue('steps', 5);
    await clock.advance('1s');
    await enqueue('urgent', 1);
    await clock.advance('100ms');
    expect(urgent.waiting).toHaveLength(0);
    steps.last()?.step();
    await clock.advance('10ms');
    expect([steps.events, urgent.waiting.length]).toEqual([['steps 1'], 1]);
    expect((await node.queues.stats('default'))[0]).toMatchObject({
      preemptionEnabled: true,
      preempted: 1,
      preemptedJobs: ['steps'],
      runningJobs: ['steps', 'urgent'],
    });
    urgent.waiting[0]?.end();
    await clock.advance('10ms');
    expect(steps.events).toEqual(['steps 1', 'steps 2']);
    steps.last()?.end();
    await clock.advance('10ms');
    expect(await node.scheduler.getExecution(long.id)).toMatchObject({
      status: 'success',
      attemptsUsed: 1,
      fence: 1,
    });
    expect(emitted).toEqual([
      ['preempt', 'steps', 'urgent'],
      ['resume', 'steps', 'preemption_ended'],
    ]);
    for (const leave of leaving) leave();
    await node.stop();
  });

  it('makes room for as many as wait, and for all of them before it resumes anything', async () => {
    const { node, clock, steps, urgent, enqueue } = setUp({ preemption: true, queues: { default: 3 } });
    await node.start();
    for (let count = 0; count < 3; count += 1) await enqueue('steps', 5);
    await clock.advance('1s');
    for (let count = 0; count < 5; count += 1) await enqueue('urgent', 1);
    await clock.advance('100ms');
    for (const { step } of [...steps.running]) step();
    await clock.advance('10ms');
    expect([steps.events.length, urgent.waiting.length]).toEqual([3, 3]);
    urgent.waiting[0]?.end();
    await clock.advance('10ms');
    urgent.waiting[1]?.end();
    await clock.advance('10ms');
    expect([steps.events.length, urgent.waiting.length]).toEqual([3, 5]);
    expect((await node.queues.stats('default'))[0]).toMatchObject({ preempted: 3 });
    urgent.waiting[2]?.end();
    await clock.advance('10ms');
    expect(steps.events).toHaveLength(4);
    for (const { end } of urgent.waiting) end();
    await clock.advance('10ms');
    expect(steps.events).toHaveLength(6);
    for (const { end } of steps.running) end();
    await clock.advance('10ms');
    await node.stop();
  });

  it('resumes what is suspended before it starts what is not more urgent', async () => {
    const { node, clock, steps, urgent, enqueue } = setUp();
    await node.start();
    await enqueue('steps', 5);
    await clock.advance('1s');
    await enqueue('urgent', 1);
    await enqueue('urgent', 5);
    await clock.advance('100ms');
    steps.last()?.step();
    await clock.advance('10ms');
    urgent.waiting[0]?.end();
    await clock.advance('2s');
    expect([steps.events, urgent.waiting.length]).toEqual([['steps 1', 'steps 2'], 1]);
    steps.last()?.end();
    await clock.advance('10ms');
    expect(urgent.waiting).toHaveLength(2);
    urgent.waiting[1]?.end();
    await node.stop();
  });

  it('lets an attempt that was asked for its slot finish when the node stops', async () => {
    const { node, clock, steps, enqueue } = setUp();
    await node.start();
    await enqueue('steps', 5);
    await clock.advance('1s');
    await enqueue('urgent', 1);
    await clock.advance('100ms');
    const stopped = node.stop();
    await clock.advance('10ms');
    steps.last()?.step();
    await clock.advance('10ms');
    expect(steps.events).toEqual(['steps 1', 'steps 2']);
    steps.last()?.end();
    await clock.advance('1s');
    await stopped;
  });

  it('does not disturb a handler without checkpoints, and counts that', async () => {
    const { node, clock, urgent, enqueue } = setUp();
    await node.start();
    await enqueue('urgent', 5);
    await clock.advance('1s');
    await enqueue('urgent', 1);
    await clock.advance('100ms');
    expect(urgent.waiting).toHaveLength(1);
    urgent.waiting[0]?.end();
    await clock.advance('100ms');
    expect(urgent.waiting).toHaveLength(2);
    expect((await node.queues.stats('default'))[0]).toMatchObject({ preempted: 0, unheededPreemptions: 1 });
    urgent.waiting[1]?.end();
    await node.stop();
  });

  it('does not suspend anything for equally urgent work, or if it is not allowed', async () => {
    for (const [priority, config] of [
      [5, undefined],
      [1, { preemption: false }],
      [1, { preemption: ['other'] }],
    ] as const) {
      const { node, clock, steps, urgent, enqueue } = setUp(config);
      await node.start();
      await enqueue('steps', 5);
      await clock.advance('1s');
      await enqueue('urgent', priority);
      await clock.advance('100ms');
      steps.last()?.step();
      await clock.advance('2s');
      expect([steps.events, urgent.waiting.length]).toEqual([['steps 1', 'steps 2'], 0]);
      steps.last()?.end();
      await clock.advance('1s');
      urgent.waiting[0]?.end();
      await node.stop();
    }
  });

  it('keeps the lease of a suspended attempt, and its timeout is suspended too', async () => {
    const { node, clock, steps, urgent } = setUp();
    await node.start();
    const long = await node.scheduler.enqueue({
      type: 'steps',
      payload: 'steps',
      timeout: '2m',
      maxRetries: 0,
    });
    await clock.advance('1m');
    await node.scheduler.enqueue({ type: 'urgent', priority: 'critical', timeout: '1h' });
    await clock.advance('100ms');
    steps.last()?.step();
    await clock.advance('10m');
    expect(await node.scheduler.getExecution(long.id)).toMatchObject({ status: 'running', fence: 1 });
    urgent.waiting[0]?.end();
    await clock.advance('50s');
    expect((await node.scheduler.getExecution(long.id)).status).toBe('running');
    await clock.advance('20s');
    expect((await node.scheduler.getExecution(long.id)).status).toBe('timeout');
    steps.last()?.end();
    await node.stop();
  });

  it('ends a suspended attempt when it is cancelled, and does not free a slot twice', async () => {
    const { node, clock, steps, urgent, enqueue } = setUp();
    await node.start();
    const long = await enqueue('steps', 5);
    await clock.advance('1s');
    await enqueue('urgent', 1);
    await clock.advance('100ms');
    steps.last()?.step();
    await clock.advance('10ms');
    await node.scheduler.cancelExecution(long.id, 'not wanted');
    await clock.advance('10ms');
    expect(await node.scheduler.getExecution(long.id)).toMatchObject({ status: 'cancelled' });
    await enqueue('urgent', 5);
    await clock.advance('2s');
    expect(urgent.waiting).toHaveLength(1);
    urgent.waiting[0]?.end();
    await clock.advance('2s');
    expect(urgent.waiting).toHaveLength(2);
    urgent.waiting[1]?.end();
    await node.stop();
  });

  it('lets suspended attempts finish when the node stops', async () => {
    const { node, clock, steps, urgent, enqueue } = setUp();
    await node.start();
    const long = await enqueue('steps', 5);
    await clock.advance('1s');
    await enqueue('urgent', 1);
    await clock.advance('100ms');
    steps.last()?.step();
    await clock.advance('10ms');
    const stopped = node.stop();
    await clock.advance('10ms');
    expect(steps.events).toEqual(['steps 1', 'steps 2']);
    steps.last()?.end();
    urgent.waiting[0]?.end();
    await clock.advance('1s');
    await stopped;
    await node.open();
    expect(await node.scheduler.getExecution(long.id)).toMatchObject({ status: 'success' });
    expect(clock.now() < at('00:01:00')).toBe(true);
  });
});
