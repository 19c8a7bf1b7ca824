import type { Execution } from '@scheduler/contracts';
import type { SchedulerNode } from '@scheduler/core';

/**
 * Runs the executions that can be claimed now in this process, of one queue or of all queues of the node, and returns them with their
 * results. Executions that are due later, such as retries, stay in the queue.
 *
 * @example
 * await scheduler.enqueue({ type: 'send_mail', payload: { to: 'ann@example.org' } });
 * const [mail] = await drainQueue(node);
 */
export async function drainQueue(node: SchedulerNode, queue?: string): Promise<readonly Execution[]> {
  const { executions } = await node.drain(queue === undefined ? {} : { queues: [queue] });
  return executions;
}
