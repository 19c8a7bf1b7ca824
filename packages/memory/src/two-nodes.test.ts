import { defineHandler, type HandledJob, JobResult, silentLogger, trigger } from '@scheduler/contracts';
import { createSchedulerNode } from '@scheduler/core';
import { assertJobExecuted, drainQueue, runJob, SettableClock } from '@scheduler/testing';
import { createMemoryStore } from './memory-store.js';

function setUp(nodes: number) {
  const clock = new SettableClock('2030-01-01T00:00:30Z');
  const store = createMemoryStore({ clock });
  const runs: string[] = [];
  const handler = defineHandler({
    type: 'count',
    handle: (job: HandledJob, { executionId }) => {
      runs.push(executionId);
      if (job.payload === 'fail') return JobResult.failure({ error: new Error('it broke'), retry: false });
      return JobResult.success('done');
    },
  });
  const created = Array.from({ length: nodes }, () =>
    createSchedulerNode({ store, clock, handlers: [handler], logger: silentLogger }),
  );
  return { clock, runs, nodes: created };
}

describe('one memory store under core', () => {
  it('runs each occurrence once on two nodes', async () => {
    const { clock, runs, nodes } = setUp(2);
    const [a, b] = nodes;
    if (a === undefined || b === undefined) throw new Error('two nodes were asked for');
    await Promise.all([a.start(), b.start()]);
    await a.scheduler.schedule({ type: 'count', name: 'minutely', trigger: trigger.cron('* * * * *') });
    await clock.advance('10m');
    expect(runs).toHaveLength(10);
    expect(new Set(runs).size).toBe(10);
    const job = await b.scheduler.get('minutely');
    expect(job.counters).toMatchObject({ fired: 10, executions: 10, succeeded: 10, failed: 0 });
    await assertJobExecuted(b, 'minutely', { times: 10, status: 'success' });
    await a.stop();
    await clock.advance('1m');
    expect(runs).toHaveLength(11);
    await b.stop();
  });

  it('runs a job by hand in a node that was never started', async () => {
    const { nodes } = setUp(1);
    const [node] = nodes;
    if (node === undefined) throw new Error('one node was asked for');
    await node.open();
    await node.scheduler.schedule({
      type: 'count',
      name: 'broken',
      payload: 'fail',
      trigger: trigger.every('1h'),
    });
    const execution = await runJob(node, 'broken');
    expect(execution.status).toBe('failed');
    expect(execution.error?.message).toBe('it broke');
    await assertJobExecuted(node, 'broken', { times: 1, status: 'failed' });
    await expect(assertJobExecuted(node, 'broken', { status: 'success' })).rejects.toThrow(
      'failed (it broke)',
    );
    await node.stop();
  });

  it('drains what was enqueued', async () => {
    const { runs, nodes } = setUp(1);
    const [node] = nodes;
    if (node === undefined) throw new Error('one node was asked for');
    await node.open();
    await node.scheduler.enqueueMany([{ type: 'count' }, { type: 'count' }]);
    const executions = await drainQueue(node);
    expect(executions.map(({ status }) => status)).toEqual(['success', 'success']);
    expect(runs).toHaveLength(2);
    await node.stop();
  });
});
