import type { Execution } from '../executions/execution.js';
import type { ChangeQueue, QueueCounts, QueueSettings } from '../ports/queue-repository.js';

/** The settings of a queue after a change. `current` undefined: it had none. */
export function changedQueueSettings(current: QueueSettings | undefined, change: ChangeQueue): QueueSettings {
  const { queue, paused, concurrency, globalLimit } = change;
  return Object.freeze({
    queue,
    paused: paused ?? current?.paused ?? false,
    concurrency: concurrency === undefined ? (current?.concurrency ?? null) : concurrency,
    globalLimit: globalLimit === undefined ? (current?.globalLimit ?? null) : globalLimit,
  });
}

type Counted = Exclude<keyof QueueCounts, 'queue'>;

/** What waits and runs in each queue, by name. */
export function countQueues(executions: Iterable<Execution>, at: Date): readonly QueueCounts[] {
  const byQueue = new Map<string, Record<Counted, number>>();
  for (const execution of executions) {
    const counted = countedAs(execution, at);
    if (counted === null) continue;
    let counts = byQueue.get(execution.queue);
    if (counts === undefined)
      byQueue.set(execution.queue, (counts = { available: 0, delayed: 0, running: 0 }));
    counts[counted] += 1;
  }
  return [...byQueue]
    .map(([queue, counts]) => ({ queue, ...counts }))
    .sort((a, b) => (a.queue < b.queue ? -1 : 1));
}

/** Null: the execution has ended. */
function countedAs({ status, availableAt }: Execution, at: Date): Counted | null {
  if (status === 'running') return 'running';
  if (status !== 'pending') return null;
  return availableAt.getTime() <= at.getTime() ? 'available' : 'delayed';
}
