import type { QueueSettings } from '@scheduler/contracts';
import type { ChangeQueue, QueueCounts, QueueRepository, WaitingType } from '@scheduler/contracts/adapter';
import type { Database } from '../database/database.js';
import { changeQueue, queueCounts, queueSettings, waitingTypes } from '../queries/queue-settings.js';

export class KnexQueueRepository implements QueueRepository {
  constructor(private readonly database: Database) {}

  settings(): Promise<readonly QueueSettings[]> {
    return queueSettings(this.database);
  }

  change(request: ChangeQueue): Promise<QueueSettings> {
    return changeQueue(this.database, request);
  }

  counts(): Promise<readonly QueueCounts[]> {
    return queueCounts(this.database);
  }

  waitingTypes({ queues }: { readonly queues: readonly string[] }): Promise<readonly WaitingType[]> {
    return waitingTypes(this.database, queues);
  }
}
