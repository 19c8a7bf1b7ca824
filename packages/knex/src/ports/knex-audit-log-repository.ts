import type { AuditRecord } from '@scheduler/contracts';
import type {
  AuditFilter,
  AuditLogRepository,
  ListAuditRecords,
  PruneAuditRecords,
} from '@scheduler/contracts/adapter';
import type { Database } from '../database/database.js';
import { Batch, insertInto } from '../dialects/batch.js';
import { afterCursor } from '../queries/access/after-cursor.js';
import { deleteRows } from '../queries/access/delete-rows.js';
import { inScope } from '../queries/shared/in-scope.js';
import { AUDIT_COLUMNS, auditFromRow, auditToRow } from '../rows/audit-row.js';
import { all, raw, type Sql, sql } from '../sql/sql.js';

export class KnexAuditLogRepository implements AuditLogRepository {
  private readonly table: Sql;

  constructor(private readonly database: Database) {
    this.table = database.tables.auditLog;
  }

  async append({ records }: { readonly records: readonly AuditRecord[] }): Promise<void> {
    if (records.length === 0) return;
    const { dialect } = this.database;
    const batch = new Batch(AUDIT_COLUMNS, records.map(auditToRow), ['id']);
    await this.database.write(
      sql`${insertInto(this.table, batch, dialect)}${dialect.ifMissing(this.table, 'id')}`,
    );
  }

  async list({ limit, after, ...filter }: ListAuditRecords): Promise<readonly AuditRecord[]> {
    const rest = after === undefined ? [] : [afterCursor('happened_at', after)];
    const rows = await this.database.rows(
      sql`SELECT * FROM ${this.table} WHERE ${all([...conditionsOf(filter), ...rest])} ORDER BY happened_at DESC, id DESC LIMIT ${raw(String(limit))}`,
    );
    return rows.map(auditFromRow);
  }

  prune({ before, limit }: PruneAuditRecords): Promise<number> {
    const where = sql`happened_at < ${before.getTime()}`;
    return deleteRows(this.database, { table: this.table, where, orderBy: 'happened_at, id', limit });
  }

  deleteOfTenant({ tenant, limit }: { readonly tenant: string; readonly limit: number }): Promise<number> {
    const where = sql`tenant = ${tenant}`;
    return deleteRows(this.database, { table: this.table, where, orderBy: 'happened_at, id', limit });
  }
}

function conditionsOf(filter: AuditFilter): readonly Sql[] {
  const { tenant, action, principal, objectKind, objectId, since, until } = filter;
  return [
    inScope(tenant),
    ...(action === undefined ? [] : [sql`action = ${action}`]),
    ...(principal === undefined ? [] : [sql`principal_id = ${principal}`]),
    ...(objectKind === undefined ? [] : [sql`object_kind = ${objectKind}`]),
    ...(objectId === undefined ? [] : [sql`object_id = ${objectId}`]),
    ...(since === undefined ? [] : [sql`happened_at >= ${since.getTime()}`]),
    ...(until === undefined ? [] : [sql`happened_at < ${until.getTime()}`]),
  ];
}
