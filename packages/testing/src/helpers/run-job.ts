import { AssertionError } from 'node:assert/strict';
import type { Execution, JobReference } from '@scheduler/contracts';
import { showValue } from '@scheduler/contracts/adapter';
import type { SchedulerNode } from '@scheduler/core';

/**
 * Runs a job now, in this process, and returns its execution after its first attempt: ended, or waiting for a retry. The
 * node need not be started. Other executions that can be claimed in the queue of the job run too.
 *
 * @example
 * const execution = await runJob(node, 'weekly-sales');
 * assert.equal(execution.status, 'success');
 */
export async function runJob(node: SchedulerNode, job: JobReference): Promise<Execution> {
  const triggered = await node.scheduler.runNow(job);
  const { executions } = await node.drain({ queues: [triggered.queue] });
  const drained = executions.find(({ id }) => id === triggered.id);
  const execution = drained ?? (await node.scheduler.getExecution(triggered.id));
  if (execution.attempts.length > 0) return execution;
  throw new AssertionError({
    message: `job ${showValue(job)} did not run: its execution ${execution.id} in the queue ${showValue(execution.queue)} is ${execution.status}; ${wayOut(execution)}`,
    actual: execution.status,
    expected: 'an ended attempt',
    operator: 'runJob',
  });
}

function wayOut({ status }: Execution): string {
  if (status === 'running') return 'another worker has claimed it, so give it time or stop that node first';
  if (status === 'pending') return 'another execution of the job may be running, or it is not available yet';
  return 'it ended before it could run';
}
