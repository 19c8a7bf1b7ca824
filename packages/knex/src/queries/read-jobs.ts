import type { ScheduledJob } from '@scheduler/contracts';
import type { JobById, JobByName } from '@scheduler/contracts/adapter';
import type { Database } from '../database/database.js';
import { readableJob } from '../rows/corrupt-job.js';
import { sql } from '../sql/sql.js';
import { inScope } from './in-scope.js';

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

/** The job with this name that has not ended, otherwise the latest that has. */
export async function findJobByName(
  database: Database,
  { name, tenant }: JobByName,
): Promise<ScheduledJob | null> {
  const live = sql`live_name = ${name}`;
  const ended = sql`name = ${name} AND live_name IS NULL`;
  for (const named of [live, ended]) {
    const [row] = await database.rows(
      sql`SELECT * FROM ${database.tables.jobs} WHERE ${named} AND ${inScope(tenant)} ORDER BY created_at DESC, id DESC LIMIT 1`,
    );
    if (row !== undefined) return readableJob(row);
  }
  return null;
}
