import { ConcurrentChange } from '@scheduler/contracts';
import { type DeleteJob, jobDeleted } from '@scheduler/contracts/adapter';
import type { Database, Executor } from '../database/database.js';
import { appendEvents, timeOfEvents } from '../event-log/append.js';
import { toTenant } from '../rows/values.js';
import { raw, type Sql, sql } from '../sql/sql.js';
import { inScope } from './shared/in-scope.js';

export async function deleteJob(
  database: Database,
  { id, tenant, expectedRevision, transaction, cause = null }: DeleteJob,
): Promise<boolean> {
  const { jobs, executions, logs } = database.tables;
  const own = sql`id = ${id} AND ${inScope(tenant)}`;
  const expected = expectedRevision === undefined ? raw('1 = 1') : sql`revision = ${expectedRevision}`;
  return database.transaction(async (on) => {
    const owner = await tenantOf(database, own, on);
    const removed = await database.write(sql`DELETE FROM ${jobs} WHERE ${own} AND ${expected}`, on);
    if (removed === 0) {
      if (expectedRevision === undefined) return false;
      const [other] = await database.rows(sql`SELECT id FROM ${jobs} WHERE ${own}`, on);
      if (other === undefined) return false;
      throw new ConcurrentChange(id, expectedRevision);
    }
    await database.write(
      sql`DELETE FROM ${logs} WHERE execution_id IN (SELECT id FROM ${executions} WHERE job_id = ${id})`,
      on,
    );
    await database.write(sql`DELETE FROM ${executions} WHERE job_id = ${id}`, on);
    const at = await timeOfEvents(database, on);
    await appendEvents(database, on, () => [jobDeleted({ id, tenant: owner }, { at, cause })]);
    return true;
  }, transaction);
}

/** The tenant of a job that is about to be deleted. Where the log is off, nobody asks. */
async function tenantOf(database: Database, own: Sql, on: Executor): Promise<string | null> {
  if (!database.logsEvents) return null;
  const [row] = await database.rows(sql`SELECT tenant FROM ${database.tables.jobs} WHERE ${own}`, on);
  return row === undefined ? null : toTenant(row['tenant']);
}
