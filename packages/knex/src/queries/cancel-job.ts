import type { CancelJob, CancelledJob } from '@scheduler/contracts/adapter';
import type { Database } from '../database/database.js';
import { raw, sql } from '../sql/sql.js';
import { insertNew } from './shared/execution-batch.js';
import { writeNextRevision } from './save-job.js';

export async function cancelJob(database: Database, request: CancelJob): Promise<CancelledJob> {
  const { executions } = database.tables;
  const { skipped = [] } = request;
  return database.transaction(async (on) => {
    const job = await writeNextRevision(database, request, on);
    const at = await database.recentNow(on);
    const cancelledExecutions = await database.write(
      sql`UPDATE ${executions} SET status = 'cancelled', reason_code = 'cancelled', reason_message = ${request.reason}, finished_at = ${at} WHERE job_id = ${job.id} AND status IN ('pending', 'running') AND status = 'pending'`,
      on,
    );
    const running = sql`job_id = ${job.id} AND ${raw(database.dialect.runsOfJob('status'))}`;
    await database.write(
      sql`UPDATE ${executions} SET cancel_request = ${request.reason} WHERE ${running}`,
      on,
    );
    const stopping = await database.rows(sql`SELECT id FROM ${executions} WHERE ${running} ORDER BY id`, on);
    if (skipped.length > 0) await insertNew(database, skipped, on);
    return { job, cancelledExecutions, stopping: stopping.map((row) => String(row['id'])) };
  }, request.transaction);
}
