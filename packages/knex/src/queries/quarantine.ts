import type { Database } from '../database/database.js';
import type { Row } from '../database/results.js';
import { corruptExecutionColumns } from '../rows/corrupt-execution.js';
import { corruptJobColumns, quarantineReason } from '../rows/corrupt-job.js';
import { toTextOrNull } from '../rows/values.js';
import { sql } from '../sql/sql.js';
import { countInJobs } from './count-in-jobs.js';

/** Pauses a job whose row cannot be read, with a reason. An operator repairs or deletes it. */
export async function quarantineJob(database: Database, row: Row): Promise<void> {
  const reason = quarantineReason(corruptJobColumns(row));
  const at = await database.recentNow();
  await database.write(
    sql`UPDATE ${database.tables.jobs} SET status = 'paused', due_at = NULL, status_reason = ${reason}, paused_at = ${at}, updated_at = ${at}, revision = revision + 1 WHERE id = ${String(row['id'])} AND revision = ${Number(row['revision'])}`,
  );
}

/** Settles an execution whose row cannot be read as failed, under its current fence. */
export async function quarantineExecution(database: Database, row: Row): Promise<void> {
  const at = await database.recentNow();
  const stored = JSON.stringify({
    name: 'CorruptRow',
    message: `its row cannot be read (${corruptExecutionColumns(row).join(', ')})`,
    code: 'CORRUPT_ROW',
    stack: null,
    errorClass: null,
  });
  await database.transaction(async (on) => {
    const written = await database.write(
      sql`UPDATE ${database.tables.executions} SET status = 'failed', reason_code = 'corrupt', error = ${stored}, finished_at = ${at}, lease_until = NULL WHERE id = ${String(row['id'])} AND fence = ${Number(row['fence'])} AND status = 'running'`,
      on,
    );
    const jobId = toTextOrNull(row['job_id']);
    const ended = { jobId, status: 'failed', durationMs: 0, attempts: [], fence: 0 } as const;
    if (written > 0) await countInJobs(database, [ended], { at: new Date(at), on });
  });
}
