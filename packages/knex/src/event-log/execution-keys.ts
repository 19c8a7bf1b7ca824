import type { ExecutionKey } from '@scheduler/contracts/adapter';
import type { Database, Executor } from '../database/database.js';
import type { Row } from '../database/results.js';
import { toTenant, toTextOrNull } from '../rows/values.js';
import { raw, type Sql, sql } from '../sql/sql.js';

export function keyOfRow(row: Row): ExecutionKey {
  return { id: String(row['id']), jobId: toTextOrNull(row['job_id']), tenant: toTenant(row['tenant']) };
}

/** What events need to know of those executions that exist and meet a condition, under their locks. */
export async function keysOf(
  database: Database,
  ids: readonly string[],
  on: Executor,
  where: Sql = raw('1 = 1'),
): Promise<readonly ExecutionKey[]> {
  if (ids.length === 0) return [];
  const { dialect, tables } = database;
  const sorted = [...new Set(ids)].sort();
  const rows = await database.rows(
    sql`SELECT id, job_id, tenant FROM ${tables.executions} ${raw(dialect.byPrimaryKey)} WHERE ${dialect.isAnyOf(raw('id'), sorted)} AND ${where} ORDER BY id ${raw(dialect.lock)}`,
    on,
  );
  return rows.map(keyOfRow);
}
