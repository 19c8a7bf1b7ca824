import type { RunningExecution } from '@scheduler/contracts/adapter';
import type { Database } from '../database/database.js';
import { raw, sql } from '../sql/sql.js';

/** The running executions of each job with their starts. Only busy jobs are looked up, so that firing the others costs no query. */
export async function runningOf(
  database: Database,
  busyJobIds: readonly string[],
): Promise<(jobId: string) => readonly RunningExecution[]> {
  if (busyJobIds.length === 0) return () => [];
  const rows = await database.rows(
    sql`SELECT job_id, started_at FROM ${database.tables.executions} WHERE ${database.dialect.isAnyOf(raw('job_id'), busyJobIds)} AND status = 'running'`.recurring(),
  );
  const found = new Map<string, RunningExecution[]>();
  for (const row of rows) {
    const jobId = String(row['job_id']);
    const startedAt = row['started_at'] === null ? null : new Date(Number(row['started_at']));
    const running = found.get(jobId);
    if (running === undefined) found.set(jobId, [{ startedAt }]);
    else running.push({ startedAt });
  }
  return (jobId) => found.get(jobId) ?? [];
}
