import { JobAlreadyExists, type ScheduledJob } from '@scheduler/contracts';
import { type AddJobs, jobScheduled } from '@scheduler/contracts/adapter';
import type { MemoryDatabase } from '../database/memory-database.js';
import { ownJob } from '../database/own-copy.js';
import { refuseTransaction } from '../database/refuse-transaction.js';

/** Adds all jobs or none: if one is refused, those before it are removed again. */
export function addJobs(database: MemoryDatabase, { jobs, transaction, cause = null }: AddJobs): void {
  refuseTransaction(transaction);
  const added: ScheduledJob[] = [];
  try {
    for (const job of jobs) {
      refuseTaken(database, job);
      database.jobs.insert(ownJob(job, null));
      added.push(job);
    }
  } catch (error) {
    for (const { id } of added) removeAdded(database, id);
    throw error;
  }
  const context = { at: database.now(), cause };
  for (const job of added) database.log?.append(jobScheduled(job, context));
}

function refuseTaken({ jobs }: MemoryDatabase, job: ScheduledJob): void {
  if (jobs.records.has(job.id)) throw new JobAlreadyExists('id', job.id);
  if (!job.isFinal()) refuseTakenName({ jobs }, job);
}

/** Throws if another job of the tenant that has not ended has the name. */
export function refuseTakenName({ jobs }: Pick<MemoryDatabase, 'jobs'>, job: ScheduledJob): void {
  const holder = jobs.names.holder(job.tenant, job.name);
  if (holder !== undefined && holder.id !== job.id) throw new JobAlreadyExists('name', job.name);
}

function removeAdded({ jobs }: MemoryDatabase, id: string): void {
  const record = jobs.records.get(id);
  if (record !== undefined) jobs.remove(record);
}
