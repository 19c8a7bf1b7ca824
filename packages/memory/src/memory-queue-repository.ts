import type { QueueSettings } from '@scheduler/contracts';
import {
  type ChangeQueue,
  countWaitingTypes,
  queueChanged,
  QueueCounter,
  type QueueCounts,
  type QueueRepository,
  type WaitingType,
} from '@scheduler/contracts/adapter';
import type { MemoryDatabase } from './database/memory-database.js';

/** Settings and counts of queues in memory. Shares its database with the other repositories of the store. */
export class MemoryQueueRepository implements QueueRepository {
  constructor(private readonly database: MemoryDatabase) {}

  async settings(): Promise<readonly QueueSettings[]> {
    return this.database.queues.all();
  }

  async change(request: ChangeQueue): Promise<QueueSettings> {
    const { queues, log } = this.database;
    const before = queues.get(request.queue);
    const after = queues.change(request);
    log?.append(...queueChanged(before, after, { at: this.database.now(), cause: request.cause ?? null }));
    return after;
  }

  async counts(): Promise<readonly QueueCounts[]> {
    const counter = new QueueCounter(this.database.now().getTime());
    for (const { execution } of this.database.executions.records.values()) counter.add(execution);
    return counter.result();
  }

  async waitingTypes({ queues }: { readonly queues: readonly string[] }): Promise<readonly WaitingType[]> {
    const executions = Array.from(this.database.executions.records.values(), ({ execution }) => execution);
    return countWaitingTypes({ executions, at: this.database.now() }, queues);
  }
}
