import { ConcurrentChange, type Execution, JobAlreadyExists, type ScheduledJob } from '@scheduler/contracts';
import { type Caused, executionAdded, jobChanged, type SaveJob } from '@scheduler/contracts/adapter';
import type { Database, Executor } from '../database/database.js';
import { appendEvents, timeOfEvents } from '../event-log/append.js';
import { readableJob } from '../rows/corrupt-job.js';
import { JOB_COLUMNS, jobToRow } from '../rows/job-row.js';
import { join, raw, type Sql, sql } from '../sql/sql.js';
import { asStored, insertNew } from './shared/execution-batch.js';

export async function saveJob(database: Database, request: SaveJob): Promise<ScheduledJob> {
  const { job, skipped = [] } = request;
  try {
    return await database.transaction(async (on) => {
      const saved = await writeNextRevision(database, request, on);
      await addSkipped(database, { skipped, cause: request.cause }, on);
      return saved;
    }, request.transaction);
  } catch (error) {
    if (database.duplicate(error) === 'name') throw new JobAlreadyExists('name', job.name);
    throw error;
  }
}

/** Inserts occurrences that are skipped by the change of their job, unless they have an execution already. */
export async function addSkipped(
  database: Database,
  { skipped, cause = null }: Caused & { readonly skipped: readonly Execution[] },
  on: Executor,
): Promise<void> {
  if (skipped.length === 0) return;
  const at = await timeOfEvents(database, on);
  const added = await insertNew(database, asStored(database, skipped, at), on);
  await appendEvents(database, on, () => added.map((execution) => executionAdded(execution, { at, cause })));
}

/** Writes the job if its revision is the expected one. */
export async function writeNextRevision(
  database: Database,
  { job, expectedRevision, cause = null }: Pick<SaveJob, 'job' | 'expectedRevision' | 'cause'>,
  on: Executor,
): Promise<ScheduledJob> {
  const next = job.with({ revision: expectedRevision + 1 });
  const before = await lockBefore(database, job.id, on);
  const written = await database.write(
    sql`UPDATE ${database.tables.jobs} SET ${assignments(next)} WHERE id = ${job.id} AND revision = ${expectedRevision}`,
    on,
  );
  if (written === 0) throw new ConcurrentChange(job.id, expectedRevision);
  if (before !== null) {
    const at = await timeOfEvents(database, on);
    await appendEvents(database, on, () => jobChanged(before, next, { at, cause }));
  }
  return next;
}

/** The stored job, under its lock. Null: there is none, or nobody asks for it, because the log is off. */
async function lockBefore(database: Database, id: string, on: Executor): Promise<ScheduledJob | null> {
  if (!database.logsEvents) return null;
  const [row] = await database.rows(
    sql`SELECT * FROM ${database.tables.jobs} WHERE id = ${id} ${raw(database.dialect.lock)}`,
    on,
  );
  return row === undefined ? null : readableJob(row);
}

function assignments(job: ScheduledJob): Sql {
  const row = jobToRow(job);
  const names = Object.keys(JOB_COLUMNS).filter((name) => name !== 'id') as (keyof typeof row)[];
  return join(
    names.map((name) => sql`${raw(name)} = ${row[name]}`),
    ', ',
  );
}
