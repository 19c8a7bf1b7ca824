import {
  type DeletedExecutions,
  type DeleteExecutionsOfTenant,
  executionsDeleted,
} from '@scheduler/contracts/adapter';
import type { Execution } from '@scheduler/contracts';
import type { MemoryDatabase } from '../database/memory-database.js';
import type { ExecutionRecord } from '../tables/execution-record.js';

/** Deletes the executions of tenants in steps. A step goes on where the one before it stopped, so that no execution is looked at twice. */
export class TenantDeletions {
  private readonly walks = new Map<string, Iterator<ExecutionRecord>>();

  constructor(private readonly database: MemoryDatabase) {}

  step({ tenant, after, limit, cause = null }: DeleteExecutionsOfTenant): DeletedExecutions {
    const { executions, log } = this.database;
    const at = this.database.now();
    const gone: Execution[] = [];
    const known = after === null ? undefined : this.walks.get(tenant);
    const walk = known ?? executions.records.values();
    while (gone.length < limit) {
      const { value: record, done } = walk.next();
      if (done === true) {
        this.walks.delete(tenant);
        log?.append(...executionsDeleted(gone, { at, cause }));
        return { deleted: gone.length, next: null };
      }
      if (record.execution.tenant !== tenant) continue;
      executions.remove(record, at.getTime());
      gone.push(record.execution);
    }
    this.walks.set(tenant, walk);
    log?.append(...executionsDeleted(gone, { at, cause }));
    return { deleted: gone.length, next: 'more' };
  }
}
