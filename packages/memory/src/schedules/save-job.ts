import { ConcurrentChange, type Execution, type ScheduledJob } from '@scheduler/contracts';
import type { SaveJob } from '@scheduler/contracts/adapter';
import { insertNew } from '../executions/add-executions.js';
import type { JobRecord } from '../tables/job-record.js';
import type { MemoryDatabase } from '../database/memory-database.js';
import { jobForCaller, ownJob } from '../database/own-copy.js';
import { refuseTransaction } from '../database/refuse-transaction.js';
import { refuseTakenName } from './add-jobs.js';

export function saveJob(database: MemoryDatabase, request: SaveJob): ScheduledJob {
  refuseTransaction(request.transaction);
  const record = recordAt(database, request);
  if (!request.job.isFinal()) refuseTakenName(database, request.job);
  const saved = writeNextRevision(database, record, request.job);
  insertSkipped(database, saved, request.skipped);
  return jobForCaller(saved);
}

export function insertSkipped(
  database: MemoryDatabase,
  job: ScheduledJob,
  skipped: readonly Execution[] = [],
): void {
  const nowMs = database.now().getTime();
  for (const execution of skipped) insertNew(database, execution, { held: job, nowMs });
}

/** The record of a job. Throws ConcurrentChange if its revision is not the expected one. */
export function recordAt(
  { jobs }: MemoryDatabase,
  { job, expectedRevision }: Pick<SaveJob, 'job' | 'expectedRevision'>,
): JobRecord {
  const record = jobs.records.get(job.id);
  if (record === undefined || record.job.revision !== expectedRevision) {
    throw new ConcurrentChange(job.id, expectedRevision);
  }
  return record;
}

export function writeNextRevision(
  { jobs }: MemoryDatabase,
  record: JobRecord,
  job: ScheduledJob,
): ScheduledJob {
  const next = ownJob(job, record.job).with({ revision: record.job.revision + 1 });
  jobs.replace(record, next);
  return next;
}
