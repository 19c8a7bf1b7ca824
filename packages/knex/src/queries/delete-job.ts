import { ConcurrentChange } from '@scheduler/contracts';
import type { DeleteJob } from '@scheduler/contracts/adapter';
import type { Database } from '../database/database.js';
import { raw, sql } from '../sql/sql.js';
import { inScope } from './shared/in-scope.js';

export async function deleteJob(
  database: Database,
  { id, tenant, expectedRevision, transaction }: DeleteJob,
): Promise<boolean> {
  const { jobs, executions, logs } = database.tables;
  const own = sql`id = ${id} AND ${inScope(tenant)}`;
  const expected = expectedRevision === undefined ? raw('1 = 1') : sql`revision = ${expectedRevision}`;
  return database.transaction(async (on) => {
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
    return true;
  }, transaction);
}
