import type { AuditRecord } from '../access/audit-record.js';
import type { TenantScope } from '../values/tenant.js';

/** What was done, by whom. Records are added and deleted, never changed. */
export interface AuditLogRepository {
  /** All of them or none. A record whose id is stored already is left as it is, so that an append can be repeated. */
  append(request: { readonly records: readonly AuditRecord[] }): Promise<void>;

  /** Newest first; of one instant, the greatest id first. */
  list(request: ListAuditRecords): Promise<readonly AuditRecord[]>;

  /** Deletes records from before an instant, at most `limit`. Returns how many. */
  prune(request: PruneAuditRecords): Promise<number>;

  /** Deletes records of a tenant. Returns how many, 0 when none is left. */
  deleteOfTenant(request: { readonly tenant: string; readonly limit: number }): Promise<number>;
}

/** Where a page ends: the next one begins after it. */
export interface AuditCursor {
  readonly at: Date;
  readonly id: string;
}

export interface AuditFilter {
  /** The tenant whose records are listed. Null: those of all tenants, and those without one. */
  readonly tenant: TenantScope;
  readonly action?: string;
  /** The id of a principal, whatever its kind is. */
  readonly principal?: string;
  readonly objectKind?: string;
  readonly objectId?: string;
  /** From this instant on. */
  readonly since?: Date;
  /** Before this instant. */
  readonly until?: Date;
}

export interface ListAuditRecords extends AuditFilter {
  readonly limit: number;
  readonly after?: AuditCursor;
}

export interface PruneAuditRecords {
  readonly before: Date;
  readonly limit: number;
}
