import type { Database } from '../database/database.js';
import type { Row } from '../database/results.js';
import { corruptExecutionColumns } from '../rows/corrupt-execution.js';
import { corruptJobColumns, quarantineReason } from '../rows/corrupt-job.js';
import { hasUnknownStatus } from '../rows/known-statuses.js';
import { toNumberOrNull, toTextOrNull } from '../rows/values.js';
import { raw, type Sql, sql } from '../sql/sql.js';
import { placeOfRow } from '../rows/workflow-place-of-row.js';
import { executionQuarantined, jobQuarantined } from '../event-log/quarantined.js';
import { appendEvents } from '../event-log/append.js';
import { countInJobs } from './count-in-jobs.js';
import { noteArrivals } from './workflows/arrivals.js';

/** Pauses a job whose row cannot be read, with a reason. An operator repairs or deletes it. */
export async function quarantineJob(database: Database, row: Row): Promise<void> {
  const reason = quarantineReason(corruptJobColumns(row));
  const at = await database.recentNow();
  const update = sql`UPDATE ${database.tables.jobs} SET status = 'paused', due_at = NULL, status_reason = ${reason}, paused_at = ${at}, updated_at = ${at}, revision = revision + 1 WHERE id = ${String(row['id'])} AND revision = ${Number(row['revision'])}`;
  if (!database.logsEvents) {
    await database.write(update);
    return;
  }
  await database.transaction(async (on) => {
    if ((await database.write(update, on)) > 0)
      await appendEvents(database, on, () => [jobQuarantined(row, reason, new Date(at))]);
  });
}

/** Settles executions as failed whose status is none that exists: no claim and no rescue would find them. */
export async function quarantineUnknownStatuses(database: Database, limit: number): Promise<void> {
  const { dialect, tables } = database;
  const isUnknown = raw(hasUnknownStatus(dialect));
  const index = dialect.name === 'mysql' ? 'executions_claim' : 'executions_unknown';
  const byIndex = raw(dialect.byIndex(`${tables.prefix}${index}`));
  const rows = await database.rows(
    sql`SELECT * FROM ${tables.executions} ${byIndex} WHERE ${isUnknown} ORDER BY id LIMIT ${raw(String(limit))}`,
  );
  for (const row of rows) await quarantineExecution(database, row, isUnknown);
}

/**
 * Settles an execution whose row cannot be read as failed, under its current fence.
 *
 * @param where the condition on its status. Default: it runs
 */
export async function quarantineExecution(
  database: Database,
  row: Row,
  where: Sql = raw("status = 'running'"),
): Promise<void> {
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
      sql`UPDATE ${database.tables.executions} SET status = 'failed', reason_code = 'corrupt', error = ${stored}, finished_at = ${at}, lease_until = NULL WHERE id = ${String(row['id'])} AND fence = ${Number(row['fence'])} AND ${where}`,
      on,
    );
    if (written > 0)
      await appendEvents(database, on, () => [executionQuarantined(row, stored, new Date(at))]);
    const jobId = toTextOrNull(row['job_id']);
    const ended = { jobId, status: 'failed', durationMs: 0, attempts: [], fence: 0 } as const;
    // One that had ended was counted then.
    const isCounted = toNumberOrNull(row['finished_at']) !== null;
    if (written === 0 || isCounted) return;
    await countInJobs(database, [ended], { at: new Date(at), on, cause: null });
    // Its run is advanced with those that are folded next, since the root is not locked here.
    if (placeOfRow(row) !== null) await noteArrivals(database, [String(row['id'])], on);
  });
}
