import type { Page, ScheduledJob } from '@scheduler/contracts';
import {
  type AddJobs,
  type CancelJob,
  type CancelledJob,
  type DueJobs,
  type FindDue,
  type FireJobs,
  type FireResult,
  isInScope,
  type DeleteJob,
  type JobById,
  type JobByName,
  type ListJobs,
  pageOfJobs,
  type PruneJobs,
  type SaveJob,
  type ScheduleRepository,
} from '@scheduler/contracts/adapter';
import { jobForCaller } from './database/own-copy.js';
import type { MemoryDatabase } from './database/memory-database.js';
import { refuseTransaction } from './database/refuse-transaction.js';
import { addJobs } from './schedules/add-jobs.js';
import { cancelJob } from './schedules/cancel-job.js';
import { findDue } from './schedules/find-due.js';
import { fire } from './schedules/fire.js';
import { deleteJob } from './schedules/delete-job.js';
import { pruneJobs } from './schedules/prune-jobs.js';
import { saveJob } from './schedules/save-job.js';

/** Jobs in memory. Shares its database with the other repositories of the store. */
export class MemoryScheduleRepository implements ScheduleRepository {
  constructor(private readonly database: MemoryDatabase) {}

  async now(): Promise<Date> {
    return new Date(this.database.now());
  }

  async add(request: AddJobs): Promise<void> {
    addJobs(this.database, request);
  }

  async save(request: SaveJob): Promise<ScheduledJob> {
    return saveJob(this.database, request);
  }

  async cancel(request: CancelJob): Promise<CancelledJob> {
    return cancelJob(this.database, request);
  }

  async delete(request: DeleteJob): Promise<boolean> {
    return deleteJob(this.database, request);
  }

  async prune(request: PruneJobs): Promise<number> {
    return pruneJobs(this.database, request);
  }

  async get({ id, tenant, transaction }: JobById): Promise<ScheduledJob | null> {
    refuseTransaction(transaction);
    const job = this.database.jobs.records.get(id)?.job;
    return job !== undefined && isInScope(job, tenant) ? jobForCaller(job) : null;
  }

  async findByName({ name, tenant }: JobByName): Promise<ScheduledJob | null> {
    const record = this.database.jobs.names.find(tenant, name);
    return record === null ? null : jobForCaller(record.job);
  }

  async list(request: ListJobs): Promise<Page<ScheduledJob>> {
    const page = pageOfJobs(this.jobs(), request);
    return { ...page, items: page.items.map(jobForCaller) };
  }

  private *jobs(): Iterable<ScheduledJob> {
    for (const { job } of this.database.jobs.records.values()) yield job;
  }

  async findDue(request: FindDue): Promise<DueJobs> {
    return findDue(this.database, request);
  }

  async nextDueAt(): Promise<Date | null> {
    const first = this.database.jobs.due.first();
    return first === null || first.job.nextRunAt === null ? null : new Date(first.job.nextRunAt);
  }

  async fire(request: FireJobs): Promise<readonly FireResult[]> {
    return fire(this.database, request);
  }
}
