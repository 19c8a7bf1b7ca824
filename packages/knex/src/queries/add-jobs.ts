import { JobAlreadyExists, type ScheduledJob } from '@scheduler/contracts';
import { type AddJobs, jobScheduled } from '@scheduler/contracts/adapter';
import type { Database, Executor } from '../database/database.js';
import { timeOfEvents, withEvents } from '../event-log/append.js';
import { JOB_COLUMNS, jobToRow } from '../rows/job-row.js';
import { Batch, insertInto } from '../dialects/batch.js';
import { list, sql } from '../sql/sql.js';
import { insertOnce } from './insert-once.js';

/** Adds all jobs or none, in one statement. */
export async function addJobs(
  database: Database,
  { jobs, transaction, cause = null }: AddJobs,
): Promise<void> {
  if (jobs.length === 0) return;
  refuseDuplicates(jobs);
  const { dialect, tables } = database;
  const batch = new Batch(JOB_COLUMNS, jobs.map(jobToRow), ['id']);
  const at = await timeOfEvents(database, database.on(transaction));
  await insertOnce(database, {
    statements: withEvents(database, insertInto(tables.jobs, batch, dialect), {
      make: () => jobs.map((job) => jobScheduled(job, { at, cause })),
    }),
    table: tables.jobs,
    rows: jobs,
    transaction,
    refusal: (duplicate, on) => refusal(database, { jobs, byName: duplicate === 'name', on }),
  });
}

function refuseDuplicates(jobs: readonly ScheduledJob[]): void {
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

interface Refused {
  readonly jobs: readonly ScheduledJob[];
  readonly byName: boolean;
  readonly on: Executor | undefined;
}

/** The error that names the job whose id or name is taken. */
async function refusal(database: Database, { jobs, byName, on }: Refused): Promise<Error> {
  const [only] = jobs;
  const field = byName ? 'name' : 'id';
  if (only !== undefined && jobs.length === 1) return new JobAlreadyExists(field, only[field]);
  const column = byName ? sql`live_name` : sql`id`;
  const values = jobs.map((job) => (byName ? job.name : job.id));
  const rows = await database.rows(
    sql`SELECT ${column} AS taken, tenant FROM ${database.tables.jobs} WHERE ${column} IN ${list(values)}`,
    on,
  );
  const taken = jobs.find((job) =>
    rows.some((row) =>
      byName ? row['taken'] === job.name && row['tenant'] === (job.tenant ?? '') : row['taken'] === job.id,
    ),
  );
  return new JobAlreadyExists(field, (taken ?? jobs[0])?.[field] ?? '');
}
