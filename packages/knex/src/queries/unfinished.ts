import type { Database, Executor } from '../database/database.js';
import { raw, type Sql, sql } from '../sql/sql.js';

/** Whether executions of a job wait or run. How many is not counted, because a job may have any number. */
export interface Unfinished {
  readonly isWaiting: boolean;
  readonly isRunning: boolean;
}

const NONE: Unfinished = { isWaiting: false, isRunning: false };

/** Looks for a waiting and a running execution of each job, by one entry of an index each. */
export async function unfinishedOf(
  database: Database,
  jobIds: readonly string[],
  on?: Executor,
): Promise<(jobId: string) => Unfinished> {
  if (jobIds.length === 0) return () => NONE;
  const { dialect, tables } = database;
  const byJob = raw(dialect.byIndex(`${tables.prefix}executions_unfinished`));
  const first = (isUnfinished: string): Sql =>
    sql`(SELECT 1 FROM ${tables.executions} e ${byJob} WHERE e.job_id = j.id AND ${raw(isUnfinished)} LIMIT 1)`;
  const rows = await database.rows(
    sql`SELECT j.id, ${first(dialect.waitsOfJob('e.status'))} AS waits, ${first(dialect.runsOfJob('e.status'))} AS runs FROM ${tables.jobs} j ${raw(dialect.byPrimaryKey)} WHERE ${dialect.isAnyOf(raw('j.id'), jobIds)}`.recurring(),
    on,
  );
  const found = new Map(
    rows.map((row) => [
      String(row['id']),
      { isWaiting: row['waits'] !== null, isRunning: row['runs'] !== null },
    ]),
  );
  return (jobId) => found.get(jobId) ?? NONE;
}
