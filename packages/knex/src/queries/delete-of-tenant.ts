import {
  type DeletedExecutions,
  type DeleteExecutionsOfTenant,
  ownedPrefix,
} from '@scheduler/contracts/adapter';
import type { Database } from '../database/database.js';
import { appendDeleted } from '../event-log/deleted.js';
import { list, raw, type Sql, sql } from '../sql/sql.js';

/** Goes through the executions by id, so that a tenant costs one walk through the table and no index. */
export async function deleteExecutionsOfTenant(
  database: Database,
  { tenant, after, limit, cause }: DeleteExecutionsOfTenant,
): Promise<DeletedExecutions> {
  const { executions, logs } = database.tables;
  const rest = after === null ? raw('') : sql`AND id > ${after}`;
  const rows = await database.rows(
    sql`SELECT id FROM ${executions} WHERE tenant = ${tenant} ${rest} ORDER BY id LIMIT ${raw(String(limit))}`,
  );
  const ids = rows.map((row) => String(row['id']));
  const last = ids.at(-1);
  if (last === undefined) return { deleted: 0, next: null };
  const deleted = await database.transaction(async (on) => {
    await appendDeleted(database, on, { ids, cause });
    await database.write(sql`DELETE FROM ${logs} WHERE execution_id IN ${list(ids)}`, on);
    return database.write(sql`DELETE FROM ${executions} WHERE id IN ${list(ids)} AND tenant = ${tenant}`, on);
  });
  return { deleted, next: ids.length < limit ? null : last };
}

/** Deletes the circuits or the token buckets of a tenant, whose names begin with it. */
export function deleteOwned(database: Database, table: Sql, tenant: string): Promise<number> {
  const prefix = ownedPrefix(tenant);
  return database.write(
    sql`DELETE FROM ${table} WHERE SUBSTR(name, 1, ${raw(String(prefix.length))}) = ${prefix}`,
  );
}
