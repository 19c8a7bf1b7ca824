import type { JobById } from '@scheduler/contracts/adapter';
import type { Database } from '../database/database.js';
import { sql } from '../sql/sql.js';
import { inScope } from './shared/in-scope.js';

export async function deleteJob(database: Database, { id, tenant, transaction }: JobById): Promise<boolean> {
  const { jobs, executions, logs } = database.tables;
  return database.transaction(async (on) => {
    const removed = await database.write(
      sql`DELETE FROM ${jobs} WHERE id = ${id} AND ${inScope(tenant)}`,
      on,
    );
    if (removed === 0) return false;
    await database.write(
      sql`DELETE FROM ${logs} WHERE execution_id IN (SELECT id FROM ${executions} WHERE job_id = ${id})`,
      on,
    );
    await database.write(sql`DELETE FROM ${executions} WHERE job_id = ${id}`, on);
    return true;
  }, transaction);
}
