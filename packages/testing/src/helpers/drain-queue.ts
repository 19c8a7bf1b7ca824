import type { Execution } from '@scheduler/contracts';
import type { SchedulerNode } from '@scheduler/core';

/**
 * Runs in this process what is claimable now, of one queue or of all queues of the node, and returns it as it ended up. What waits for
 * its time, such as a retry, stays.
 *
 * @example
 * await scheduler.enqueue({ type: 'send_mail', payload: { to: 'ann@example.org' } });
 * const [mail] = await drainQueue(node);
 */
export async function drainQueue(node: SchedulerNode, queue?: string): Promise<readonly Execution[]> {
  const { executions } = await node.drain(queue === undefined ? {} : { queues: [queue] });
  return executions;
}
