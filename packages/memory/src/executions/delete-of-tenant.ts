import type { DeletedExecutions, DeleteExecutionsOfTenant } from '@scheduler/contracts/adapter';
import type { MemoryDatabase } from '../database/memory-database.js';
import type { ExecutionRecord } from '../tables/execution-record.js';

/** Deletes the executions of tenants in steps. A step goes on where the one before it stopped, so that no execution is looked at twice. */
export class TenantDeletions {
  private readonly walks = new Map<string, Iterator<ExecutionRecord>>();

  constructor(private readonly database: MemoryDatabase) {}

  step({ tenant, after, limit }: DeleteExecutionsOfTenant): DeletedExecutions {
    const { executions } = this.database;
    const nowMs = this.database.now().getTime();
    const known = after === null ? undefined : this.walks.get(tenant);
    const walk = known ?? executions.records.values();
    let deleted = 0;
    while (deleted < limit) {
      const { value: record, done } = walk.next();
      if (done === true) {
        this.walks.delete(tenant);
        return { deleted, next: null };
      }
      if (record.execution.tenant !== tenant) continue;
      executions.remove(record, nowMs);
      deleted += 1;
    }
    this.walks.set(tenant, walk);
    return { deleted, next: 'more' };
  }
}
