import { jobStatuses } from '@scheduler/contracts';
import type { JobCounts, TenantScope } from '@scheduler/contracts/adapter';
import type { Database } from '../../database/database.js';
import { sql } from '../../sql/sql.js';
import { inScope } from '../shared/in-scope.js';

export async function jobCounts(database: Database, tenant: TenantScope): Promise<JobCounts> {
  const rows = await database.rows(
    sql`SELECT status, COUNT(*) AS total FROM ${database.tables.jobs} WHERE ${inScope(tenant)} GROUP BY status`,
  );
  const totals = new Map(rows.map((row) => [String(row['status']), Number(row['total'])]));
  return Object.fromEntries(
    jobStatuses.statuses.map((status) => [status, totals.get(status) ?? 0]),
  ) as unknown as JobCounts;
}
