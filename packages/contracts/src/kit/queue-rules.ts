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

/** Counts what waits and runs in each queue. */
export class QueueCounter {
  private readonly byQueue = new Map<string, Record<Counted, number>>();

  constructor(private readonly nowMs: number) {}

  add(execution: Execution): void {
    const counted = countedAs(execution, this.nowMs);
    if (counted === null) return;
    let counts = this.byQueue.get(execution.queue);
    if (counts === undefined)
      this.byQueue.set(execution.queue, (counts = { available: 0, delayed: 0, running: 0 }));
    counts[counted] += 1;
  }

  /** The queues in which something waits or runs, by name. */
  result(): readonly QueueCounts[] {
    return [...this.byQueue]
      .map(([queue, counts]) => ({ queue, ...counts }))
      .sort((a, b) => (a.queue < b.queue ? -1 : 1));
  }
}

/** What waits and runs in each queue, by name. */
export function countQueues(executions: Iterable<Execution>, at: Date): readonly QueueCounts[] {
  const counter = new QueueCounter(at.getTime());
  for (const execution of executions) counter.add(execution);
  return counter.result();
}

/** Null: the execution has ended. */
function countedAs({ status, availableAt }: Execution, nowMs: number): Counted | null {
  if (status === 'running') return 'running';
  if (status !== 'pending') return null;
  return availableAt.getTime() <= nowMs ? 'available' : 'delayed';
}
