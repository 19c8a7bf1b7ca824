import { AssertionError } from 'node:assert/strict';
import type { Execution } from '@scheduler/contracts';
import { claimExecution, settleExecution } from '@scheduler/contracts/adapter';
import { outcomes } from '../conformance/kit/builders.js';
import { fakeNode } from '../test-support/fake-node.js';
import { assertJobExecuted } from './assert-job-executed.js';
import { drainQueue } from './drain-queue.js';
import { runJob } from './run-job.js';

const AT = new Date('2030-01-01T00:00:01Z');

const attempt = (execution: Execution, outcome = outcomes.succeeded('done')) =>
  settleExecution(claimExecution(execution, { owner: 'n', leaseUntil: AT, at: AT }), outcome, AT);

describe('runJob', () => {
  it('triggers the job, drains its queue and returns its execution', async () => {
    const { node, drains } = fakeNode('sales', attempt);
    const execution = await runJob(node, 'sales');
    expect(execution.status).toBe('success');
    expect(execution.output).toBe('done');
    expect(drains).toEqual([{ queues: ['reports'] }]);
  });

  it('returns an execution that waits for its retry', async () => {
    const { node } = fakeNode('sales', (execution) => attempt(execution, outcomes.retry(1_000)));
    expect((await runJob(node, 'sales')).status).toBe('pending');
  });

  it('says why nothing ran', async () => {
    const waiting = fakeNode('sales', (execution) => execution);
    await expect(runJob(waiting.node, 'sales')).rejects.toThrow(/did not run.*is pending; another execution/);
    const running = fakeNode('sales', (execution) =>
      claimExecution(execution, { owner: 'other', leaseUntil: AT, at: AT }),
    );
    await expect(runJob(running.node, 'sales')).rejects.toThrow('another worker has claimed it');
    const cancelled = fakeNode('sales', (execution) => ({ ...execution, status: 'cancelled' }));
    await expect(runJob(cancelled.node, 'sales')).rejects.toThrow('it ended before it could run');
  });

  it('throws for an unknown job', async () => {
    const { node } = fakeNode('sales', attempt);
    await expect(runJob(node, 'nobody')).rejects.toMatchObject({ code: 'JOB_NOT_FOUND' });
  });
});

describe('drainQueue', () => {
  it('drains one queue, or all', async () => {
    const { node, drains } = fakeNode('sales', attempt);
    await node.scheduler.runNow('sales');
    expect((await drainQueue(node, 'reports')).map(({ status }) => status)).toEqual(['success']);
    expect(await drainQueue(node)).toEqual([]);
    expect(drains).toEqual([{ queues: ['reports'] }, {}]);
  });
});

describe('assertJobExecuted', () => {
  it('accepts one execution or more with any final status', async () => {
    const { node } = fakeNode('sales', (execution) => attempt(execution, outcomes.failed()));
    await runJob(node, 'sales');
    await assertJobExecuted(node, 'sales');
    await assertJobExecuted(node, 'sales', { times: 1, status: 'failed' });
  });

  it('refuses a job that was not executed', async () => {
    const { node } = fakeNode('sales', attempt);
    await expect(assertJobExecuted(node, 'sales')).rejects.toThrow(
      'expected "sales" to have been executed at least once, but it was 0 times; it has no executions',
    );
    await expect(assertJobExecuted(node, 'sales')).rejects.toBeInstanceOf(AssertionError);
  });

  it('does not count a waiting execution as executed', async () => {
    const { node } = fakeNode('sales', (execution) => attempt(execution, outcomes.retry(1_000)));
    await runJob(node, 'sales');
    await expect(assertJobExecuted(node, 'sales')).rejects.toThrow('its executions: pending (it broke)');
  });

  it('refuses another number or another status, and shows the executions', async () => {
    const { node } = fakeNode('sales', (execution) => attempt(execution, outcomes.failed()));
    for (let count = 0; count < 7; count += 1) await runJob(node, 'sales');
    await expect(assertJobExecuted(node, 'sales', { times: 1 })).rejects.toThrow(
      /exactly 1 time, but it was 7 times; .*failed \(it broke\).* and 2 more/,
    );
    await expect(assertJobExecuted(node, 'sales', { status: 'success' })).rejects.toThrow(
      'at least once with status success, but it was 0 times',
    );
  });

  it('accepts that something was not executed at all', async () => {
    const { node } = fakeNode('sales', attempt);
    await assertJobExecuted(node, 'sales', { times: 0 });
  });

  it('reports an unknown job', async () => {
    const { node } = fakeNode('sales', attempt);
    await expect(assertJobExecuted(node, 'nobody')).rejects.toThrow('no job has the id or name "nobody"');
  });
});
