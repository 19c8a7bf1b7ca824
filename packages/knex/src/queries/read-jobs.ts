import type { ScheduledJob } from '@scheduler/contracts';
import { checkScope, type JobById, type JobByName, ownerOfName } from '@scheduler/contracts/adapter';
import type { Database } from '../database/database.js';
import { readableJob } from '../rows/corrupt-job.js';
import { fromTenant, toTenant } from '../rows/values.js';
import { sql } from '../sql/sql.js';
import { inScope } from './shared/in-scope.js';

export async function getJob(
  database: Database,
  { id, tenant, transaction }: JobById,
): Promise<ScheduledJob | null> {
  const [row] = await database.rows(
    sql`SELECT * FROM ${database.tables.jobs} WHERE id = ${id} AND ${inScope(tenant)}`,
    database.on(transaction),
  );
  return row === undefined ? null : readableJob(row);
}

/** The job with this name that has not ended, otherwise the latest that has. Two owners tell: the empty one, for no tenant, comes first. */
export async function findJobByName(
  database: Database,
  { name, tenant }: JobByName,
): Promise<ScheduledJob | null> {
  const { jobs } = database.tables;
  for (const named of [sql`live_name = ${name}`, sql`name = ${name} AND live_name IS NULL`]) {
    const owners =
      checkScope(tenant) === null
        ? await database.rows(sql`SELECT DISTINCT tenant FROM ${jobs} WHERE ${named} ORDER BY tenant LIMIT 2`)
        : [{ tenant }];
    if (owners.length === 0) continue;
    const owner = ownerOfName(name, new Set(owners.map((row) => toTenant(row['tenant']))));
    const [row] = await database.rows(
      sql`SELECT * FROM ${jobs} WHERE ${named} AND tenant = ${fromTenant(owner)} ORDER BY created_at DESC, id DESC LIMIT 1`,
    );
    if (row !== undefined) return readableJob(row);
  }
  return null;
}
