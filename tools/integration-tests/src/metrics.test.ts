import { defineHandler, JobResult, trigger } from '@scheduler/contracts';
import { metricSamples } from '@scheduler/core';
import { gate, scene } from './test-support/scene.js';

const work = defineHandler<{ readonly fail: string } | null>({
  type: 'work',
  handle: ({ payload }) => {
    if (typeof payload?.fail === 'string') throw new Error(payload.fail);
    return JobResult.success();
  },
});

describe('metrics of a node', () => {
  it('count what waits now into no past range (F274)', async () => {
    const { node, clock } = scene({ handlers: [work] });
    await node.scheduler.enqueueMany([
      { type: 'work' },
      { type: 'work', payload: { fail: 'no' }, maxRetries: 0 },
    ]);
    await node.drain();
    await clock.advance('2h');
    await node.scheduler.enqueue({ type: 'work' });
    const hourAgo = new Date(clock.now().getTime() - 3_600_000);
    const past = await node.scheduler.getMetrics({ since: new Date(0), until: hourAgo });
    expect(past.executions).toMatchObject({ total: 2, successful: 1, failed: 1, pending: 1 });
    const recent = await node.scheduler.getMetrics({ since: hourAgo });
    expect(recent.executions).toMatchObject({ total: 0, failed: 0, pending: 1 });
    expect([past.queue.failed, recent.queue.failed]).toEqual([1, 0]);
    expect([past.queue.deadLetters, recent.queue.deadLetters]).toEqual([1, 1]);
    await node.stop();
  });

  it('have rates per minute and in percent (F275)', async () => {
    const { node, clock } = scene({ handlers: [work] });
    const failing = { type: 'work', payload: { fail: 'no' }, maxRetries: 0 };
    await node.scheduler.enqueueMany([{ type: 'work' }, { type: 'work' }, { type: 'work' }, failing]);
    await node.drain();
    const since = new Date(clock.now().getTime() - 120_000);
    const metrics = await node.scheduler.getMetrics({ since });
    const values = Object.fromEntries(metricSamples(metrics).map(({ name, value }) => [name, value]));
    expect(values).toMatchObject({
      'scheduler.executions.rate': 2,
      'scheduler.executions.success_rate': 75,
      'scheduler.failure_rate': 25,
      'scheduler.timeout_count': 0,
    });
    expect(metrics.performance).toMatchObject({ successRate: 0.75, successRatePercent: 75 });
    await node.stop();
  });

  it('count an idle node as a worker, once, and tell its slots', async () => {
    const slow = gate('slow');
    const { node, clock } = scene({ handlers: [slow.handler], config: { queues: { default: 3, mails: 2 } } });
    const system = async () => {
      const { workers, slots } = (await node.scheduler.getMetrics()).system;
      return { workers, slots };
    };
    expect(await system()).toEqual({ workers: 0, slots: 0 });
    await node.start();
    expect(await system()).toEqual({ workers: 1, slots: 5 });
    await node.scheduler.enqueue({ type: 'slow' });
    await clock.advance('1s');
    expect(await system()).toEqual({ workers: 1, slots: 5 });
    slow.waiting[0]?.end(JobResult.success());
    await clock.advance('1s');
    await node.stop();
  });

  it('group the failures of a job by the text before the first colon (F276)', async () => {
    const { node } = scene({ handlers: [work] });
    const { scheduler } = node;
    const job = await scheduler.schedule({
      type: 'work',
      name: 'w',
      payload: { fail: 'Connection refused: 10.0.0.1:5432' },
      trigger: trigger.every('1d'),
      maxRetries: 0,
    });
    await scheduler.runNow(job.id);
    await node.drain();
    await scheduler.update('w', { payload: { fail: 'Connection refused: 10.0.0.2:5432' } });
    await scheduler.runNow(job.id);
    await node.drain();
    const { failurePatterns } = await scheduler.getJobStats('w');
    expect(failurePatterns).toMatchObject([
      { errorType: 'Connection refused', errorName: 'Error', count: 2 },
    ]);
    await node.stop();
  });
});
