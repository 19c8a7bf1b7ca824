import type { AuditRecord } from '@scheduler/contracts';
import {
  type AuditLogRepository,
  checkScope,
  type ListAuditRecords,
  matchesAuditFilter,
  ownCopy,
  type PruneAuditRecords,
} from '@scheduler/contracts/adapter';
import { NewestFirst } from './newest-first.js';

/** Audit records in memory, which live as long as the store. */
export class MemoryAuditLogRepository implements AuditLogRepository {
  private readonly ids = new Set<string>();
  private readonly sorted = new NewestFirst<AuditRecord>((record) => record);

  async append({ records }: { readonly records: readonly AuditRecord[] }): Promise<void> {
    for (const record of records) {
      if (this.ids.has(record.id)) continue;
      this.ids.add(record.id);
      this.sorted.add(ownCopy(record));
    }
  }

  async list({ limit, after, ...filter }: ListAuditRecords): Promise<readonly AuditRecord[]> {
    checkScope(filter.tenant);
    return ownCopy(this.sorted.page(limit, after, (record) => matchesAuditFilter(record, filter)));
  }

  async prune({ before, limit }: PruneAuditRecords): Promise<number> {
    let deleted = 0;
    for (let oldest = this.sorted.oldest(); oldest !== undefined; oldest = this.sorted.oldest()) {
      if (deleted >= limit || oldest.at >= before) break;
      this.delete(oldest);
      deleted += 1;
    }
    return deleted;
  }

  async deleteOfTenant({ tenant, limit }: { readonly tenant: string; readonly limit: number }) {
    const records = this.sorted.page(limit, undefined, (record) => record.tenant === tenant);
    for (const record of records) this.delete(record);
    return records.length;
  }

  private delete(record: AuditRecord): void {
    this.ids.delete(record.id);
    this.sorted.remove(record);
  }
}
