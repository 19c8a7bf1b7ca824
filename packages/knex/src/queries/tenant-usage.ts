import type { CountTenantUsage } from '@scheduler/contracts/adapter';
import type { Database } from '../database/database.js';
import { raw, type Sql, sql } from '../sql/sql.js';

/** Counts rows of an index of the tenant, and stops where the quota is reached. */
export async function tenantUsage(
  database: Database,
  { tenant, of, upTo, transaction }: CountTenantUsage,
): Promise<number> {
  const [row] = await database.rows(
    sql`SELECT COUNT(*) AS total FROM (SELECT 1 AS one FROM ${rowsOf(database, of, tenant)} LIMIT ${raw(String(Math.trunc(upTo)))}) AS counted`,
    database.on(transaction),
  );
  return Number(row?.['total'] ?? 0);
}

/** Each condition is that of its index in migration 0012; the tenant is compared with no tenant too, or a partial index would not be chosen. */
function rowsOf({ tables, dialect }: Database, of: CountTenantUsage['of'], tenant: string): Sql {
  const owned = sql`tenant = ${tenant} AND tenant <> ''`;
  if (of === 'jobs') return sql`${tables.jobs} WHERE ${owned} AND live_name IS NOT NULL`;
  if (of === 'workflows') return sql`${tables.workflowRuns} WHERE ${owned} AND ended_at IS NULL`;
  return dialect.name === 'mysql'
    ? sql`${tables.executions} WHERE waiting_tenant = ${tenant}`
    : sql`${tables.executions} WHERE ${owned} AND status = 'pending'`;
}
