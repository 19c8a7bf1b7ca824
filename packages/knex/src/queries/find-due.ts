import type { DueJobs, FindDue, ScheduledJob } from '@scheduler/contracts';
import type { Database } from '../database/database.js';
import type { Row } from '../database/results.js';
import { jobFromRow } from '../rows/job-row.js';
import { sql } from '../sql/sql.js';
import { quarantineJob } from './quarantine.js';

/** Most overdue first. A row that cannot be read is paused and left out, so that it stops nobody else. */
export async function findDue(database: Database, { limit }: FindDue): Promise<DueJobs> {
  const rows = await database.rows(
    sql`SELECT j.*, t.now FROM (SELECT ${database.now} AS now) t LEFT JOIN ${database.tables.jobs} j ON j.due_at <= t.now ORDER BY j.due_at, j.id LIMIT ${limit}`.recurring(),
  );
  const now = Number(rows[0]?.['now']);
  database.observe(now);
  const jobs: ScheduledJob[] = [];
  for (const row of rows) {
    if (row['id'] === null) continue;
    const job = await readOrQuarantine(database, row);
    if (job !== null) jobs.push(job);
  }
  return { now: new Date(now), jobs };
}

/** Null: it is paused now. */
async function readOrQuarantine(database: Database, row: Row): Promise<ScheduledJob | null> {
  try {
    return jobFromRow(row);
  } catch {
    await quarantineJob(database, row);
    return null;
  }
}

export async function nextDueAt(database: Database): Promise<Date | null> {
  const [row] = await database.rows(
    sql`SELECT MIN(due_at) AS next FROM ${database.tables.jobs} WHERE due_at IS NOT NULL`.recurring(),
  );
  const next = row?.['next'] ?? null;
  return next === null ? null : new Date(Number(next));
}
