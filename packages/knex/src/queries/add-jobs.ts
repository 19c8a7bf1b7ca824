import { type AddJobs, JobAlreadyExists, type ScheduledJob } from '@scheduler/contracts';
import type { Database } from '../database/database.js';
import { JOB_COLUMNS, jobToRow } from '../rows/job-row.js';
import { Batch, insertInto } from '../sql/batch.js';
import { list, sql } from '../sql/sql.js';
import { insertOnce } from './insert-once.js';

/** All or none, in one statement. */
export async function addJobs(database: Database, { jobs, transaction }: AddJobs): Promise<void> {
  if (jobs.length === 0) return;
  refuseTwins(jobs);
  const { dialect, tables } = database;
  const batch = new Batch(JOB_COLUMNS, jobs.map(jobToRow), ['id']);
  await insertOnce(database, {
    statement: insertInto(tables.jobs, batch, dialect),
    table: tables.jobs,
    rows: jobs,
    transaction,
    refusal: (duplicate) => refusal(database, jobs, duplicate === 'name'),
  });
}

function refuseTwins(jobs: readonly ScheduledJob[]): void {
  const [ids, names] = [new Set<string>(), new Set<string>()];
  for (const job of jobs) {
    if (ids.has(job.id)) throw new JobAlreadyExists('id', job.id);
    ids.add(job.id);
    const name = JSON.stringify([job.tenant, job.name]);
    if (job.isFinal()) continue;
    if (names.has(name)) throw new JobAlreadyExists('name', job.name);
    names.add(name);
  }
}

/** Which one was refused. Asked outside of a transaction that the refusal may have ended. */
async function refusal(database: Database, jobs: readonly ScheduledJob[], byName: boolean): Promise<Error> {
  const column = byName ? sql`live_name` : sql`id`;
  const values = jobs.map((job) => (byName ? job.name : job.id));
  const rows = await database.rows(
    sql`SELECT ${column} AS taken, tenant FROM ${database.tables.jobs} WHERE ${column} IN ${list(values)}`,
  );
  const taken = jobs.find((job) =>
    rows.some((row) =>
      byName ? row['taken'] === job.name && row['tenant'] === (job.tenant ?? '') : row['taken'] === job.id,
    ),
  );
  const field = byName ? 'name' : 'id';
  return new JobAlreadyExists(field, (taken ?? jobs[0])?.[field] ?? '');
}
