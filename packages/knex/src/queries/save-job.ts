import { ConcurrentChange, JobAlreadyExists, type ScheduledJob } from '@scheduler/contracts';
import type { SaveJob } from '@scheduler/contracts/adapter';
import type { Database, Executor } from '../database/database.js';
import { JOB_COLUMNS, jobToRow } from '../rows/job-row.js';
import { join, raw, type Sql, sql } from '../sql/sql.js';
import { insertNew } from './shared/execution-batch.js';

export async function saveJob(database: Database, request: SaveJob): Promise<ScheduledJob> {
  const { job, skipped = [] } = request;
  try {
    return await database.transaction(async (on) => {
      const saved = await writeNextRevision(database, request, on);
      if (skipped.length > 0) await insertNew(database, skipped, on);
      return saved;
    }, request.transaction);
  } catch (error) {
    if (database.duplicate(error) === 'name') throw new JobAlreadyExists('name', job.name);
    throw error;
  }
}

/** Writes the job if its revision is the expected one. */
export async function writeNextRevision(
  database: Database,
  { job, expectedRevision }: Pick<SaveJob, 'job' | 'expectedRevision'>,
  on: Executor,
): Promise<ScheduledJob> {
  const next = job.with({ revision: expectedRevision + 1 });
  const written = await database.write(
    sql`UPDATE ${database.tables.jobs} SET ${assignments(next)} WHERE id = ${job.id} AND revision = ${expectedRevision}`,
    on,
  );
  if (written === 0) throw new ConcurrentChange(job.id, expectedRevision);
  return next;
}

function assignments(job: ScheduledJob): Sql {
  const row = jobToRow(job);
  const names = Object.keys(JOB_COLUMNS).filter((name) => name !== 'id') as (keyof typeof row)[];
  return join(
    names.map((name) => sql`${raw(name)} = ${row[name]}`),
    ', ',
  );
}
