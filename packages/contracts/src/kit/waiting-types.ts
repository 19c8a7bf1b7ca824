import type { Execution } from '../executions/execution.js';
import type { WaitingType } from '../ports/queue-repository.js';

export interface WaitingExecutions {
  readonly executions: Iterable<Pick<Execution, 'status' | 'queue' | 'type' | 'availableAt'>>;
  readonly at: Date;
}

/** What waits in the queues by type, for stores that count rows one by one. */
export function countWaitingTypes(
  { executions, at }: WaitingExecutions,
  queues: readonly string[],
): readonly WaitingType[] {
  const wanted = new Set(queues);
  const found = new Map<string, WaitingType>();
  for (const { status, queue, type, availableAt } of executions) {
    if (status !== 'pending' || availableAt > at || !wanted.has(queue)) continue;
    const key = JSON.stringify([queue, type]);
    const { waiting, since } = found.get(key) ?? { waiting: 0, since: availableAt };
    found.set(key, {
      queue,
      type,
      waiting: waiting + 1,
      since: availableAt < since ? availableAt : since,
    });
  }
  return [...found.values()].sort(byQueueAndType);
}

function byQueueAndType(a: WaitingType, b: WaitingType): number {
  if (a.queue !== b.queue) return a.queue < b.queue ? -1 : 1;
  return a.type < b.type ? -1 : 1;
}
