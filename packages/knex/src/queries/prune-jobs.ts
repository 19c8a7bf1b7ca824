import { jobDeleted, type PruneJobs } from '@scheduler/contracts/adapter';
import type { Database } from '../database/database.js';
import { appendEvents, timeOfEvents } from '../event-log/append.js';
import { toTenant } from '../rows/values.js';
import { list, raw, sql } from '../sql/sql.js';

/**
 * Deletes ended one-off jobs with their executions and logs. A job that ended before an instant was created before it, so that the index
 * by creation leaves out the jobs that are too young, without an index that every change of a job would have to write.
 */
export async function pruneJobs(
  database: Database,
  { endedBefore, limit, cause = null }: PruneJobs,
): Promise<number> {
  if (limit <= 0) return 0;
  const { jobs, executions, logs } = database.tables;
  const before = endedBefore.getTime();
  return database.transaction(async (on) => {
    const rows = await database.rows(
      sql`SELECT id${raw(database.logsEvents ? ', tenant' : '')} FROM ${jobs} j WHERE created_at < ${before} AND status IN ('completed', 'failed', 'cancelled') AND trigger_kind IN ('once', 'now')
        AND COALESCE(completed_at, cancelled_at, updated_at) < ${before}
        AND NOT EXISTS (SELECT 1 FROM ${executions} x WHERE x.job_id = j.id AND (x.status IN ('pending', 'running') OR x.dead_letter_queue IS NOT NULL))
        LIMIT ${raw(String(limit))} ${raw(database.dialect.skipLocked)}`,
      on,
    );
    const ids = rows.map((row) => String(row['id']));
    if (ids.length === 0) return 0;
    await database.write(
      sql`DELETE FROM ${logs} WHERE execution_id IN (SELECT id FROM ${executions} WHERE job_id IN ${list(ids)})`,
      on,
    );
    await database.write(sql`DELETE FROM ${executions} WHERE job_id IN ${list(ids)}`, on);
    const at = await timeOfEvents(database, on);
    await appendEvents(database, on, () =>
      rows.map((row) =>
        jobDeleted({ id: String(row['id']), tenant: toTenant(row['tenant']) }, { at, cause }),
      ),
    );
    return database.write(sql`DELETE FROM ${jobs} WHERE id IN ${list(ids)}`, on);
  });
}
