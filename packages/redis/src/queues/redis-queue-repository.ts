import type { QueueSettings } from '@scheduler/contracts';
import type { ChangeQueue, QueueCounts, QueueRepository, WaitingType } from '@scheduler/contracts/adapter';
import type { RedisDatabase } from '../database/redis-database.js';
import { countQueues } from './count-queues.js';
import { changeQueue, readSettings } from './queue-settings.js';
import { waitingTypes } from './waiting-types.js';

/** Settings and counts of queues in Redis. It has to share its database with the RedisExecutionRepository of the store. */
export class RedisQueueRepository implements QueueRepository {
  constructor(private readonly database: RedisDatabase) {}

  async settings(): Promise<readonly QueueSettings[]> {
    return readSettings(this.database);
  }

  async change(request: ChangeQueue): Promise<QueueSettings> {
    return changeQueue(this.database, request);
  }

  async counts(): Promise<readonly QueueCounts[]> {
    return countQueues(this.database);
  }

  async waitingTypes({ queues }: { readonly queues: readonly string[] }): Promise<readonly WaitingType[]> {
    return waitingTypes(this.database, queues);
  }
}
