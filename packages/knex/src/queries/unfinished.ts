import type { Database, Executor } from '../database/database.js';
import { raw, sql } from '../sql/sql.js';

export interface Unfinished {
  readonly waiting: number;
  readonly running: number;
}

const NONE: Unfinished = { waiting: 0, running: 0 };

/** Counts the waiting and running executions of each job. */
export async function unfinishedOf(
  database: Database,
  jobIds: readonly string[],
  on?: Executor,
): Promise<(jobId: string) => Unfinished> {
  if (jobIds.length === 0) return () => NONE;
  const rows = await database.rows(
    sql`SELECT job_id, status, COUNT(*) AS total FROM ${database.tables.executions} WHERE ${database.dialect.isAnyOf(raw('job_id'), jobIds)} AND status IN ('pending', 'running') GROUP BY job_id, status`.recurring(),
    on,
  );
  const found = new Map<string, Unfinished>();
  for (const row of rows) {
    const jobId = String(row['job_id']);
    const before = found.get(jobId) ?? NONE;
    const total = Number(row['total']);
    found.set(
      jobId,
      row['status'] === 'running' ? { ...before, running: total } : { ...before, waiting: total },
    );
  }
  return (jobId) => found.get(jobId) ?? NONE;
}
