import type { ScheduledJob } from '@scheduler/contracts';
import type { DueJobs, FindDue } from '@scheduler/contracts/adapter';
import type { Database } from '../database/database.js';
import type { Row } from '../database/results.js';
import { jobFromRow } from '../rows/job-row.js';
import { sql } from '../sql/sql.js';
import { quarantineJob } from './quarantine.js';

/** The due jobs, most overdue first. A job whose row cannot be read is paused and left out, so that it does not affect the others. */
export async function findDue(database: Database, { limit }: FindDue): Promise<DueJobs> {
  // The limit belongs to the inner query. In the outer one, every due job would have to be read and sorted first.
  const due = sql`SELECT * FROM ${database.tables.jobs} WHERE due_at <= ${database.now} ORDER BY due_at, id LIMIT ${limit}`;
  const rows = await database.rows(
    sql`SELECT due.*, t.now FROM (SELECT ${database.now} AS now) t LEFT JOIN (${due}) due ON 1 = 1 ORDER BY due.due_at, due.id`.recurring(),
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

/** Null: the row cannot be read, and the job was paused. */
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
