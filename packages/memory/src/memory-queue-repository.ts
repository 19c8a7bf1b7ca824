import type { QueueSettings } from '@scheduler/contracts';
import type { ChangeQueue, QueueCounts, QueueRepository } from '@scheduler/contracts/adapter';
import type { MemoryDatabase } from './database/memory-database.js';
import { countQueues } from './queues/count-queues.js';

/** Settings and counts of queues in memory. Shares its database with the other repositories of the store. */
export class MemoryQueueRepository implements QueueRepository {
  constructor(private readonly database: MemoryDatabase) {}

  async settings(): Promise<readonly QueueSettings[]> {
    return this.database.queues.all();
  }

  async change(request: ChangeQueue): Promise<QueueSettings> {
    return this.database.queues.change(request);
  }

  async counts(): Promise<readonly QueueCounts[]> {
    return countQueues(this.database);
  }
}
