import type { Execution } from '@scheduler/contracts';
import type { QueueCounts } from '@scheduler/contracts/adapter';
import type { MemoryDatabase } from '../database/memory-database.js';

type Counted = Exclude<keyof QueueCounts, 'queue'>;

export function countQueues(database: MemoryDatabase): readonly QueueCounts[] {
  const nowMs = database.now().getTime();
  const byQueue = new Map<string, Record<Counted, number>>();
  for (const { execution } of database.executions.records.values()) {
    const counted = countedAs(execution, nowMs);
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

/** The state in which an execution is counted. Null: it has ended. */
function countedAs({ status, availableAt }: Execution, nowMs: number): Counted | null {
  if (status === 'running') return 'running';
  if (status !== 'pending') return null;
  return availableAt.getTime() <= nowMs ? 'available' : 'delayed';
}
