import { ConcurrentChange, type Execution, type ScheduledJob } from '@scheduler/contracts';
import { type Caused, executionAdded, jobChanged, type SaveJob } from '@scheduler/contracts/adapter';
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
  const saved = writeNextRevision(database, record, request);
  insertSkipped(database, saved, request);
  return jobForCaller(saved);
}

export function insertSkipped(
  database: MemoryDatabase,
  job: ScheduledJob,
  { skipped = [], cause = null }: Caused & { readonly skipped?: readonly Execution[] },
): void {
  const at = database.now();
  for (const execution of skipped) {
    const stored = insertNew(database, execution, { held: job, nowMs: at.getTime() });
    if (stored !== null) database.log?.append(executionAdded(stored, { at, cause }));
  }
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
  database: MemoryDatabase,
  record: JobRecord,
  { job, cause = null }: Caused & { readonly job: ScheduledJob },
): ScheduledJob {
  const before = record.job;
  const next = ownJob(job, record.job).with({ revision: record.job.revision + 1 });
  database.jobs.replace(record, next);
  database.log?.append(...jobChanged(before, next, { at: database.now(), cause }));
  return next;
}
