import type { Page, ScheduledJob } from '@scheduler/contracts';
import type {
  AddJobs,
  CancelJob,
  CancelledJob,
  DueJobs,
  FindDue,
  FireJobs,
  FireResult,
  DeleteJob,
  JobById,
  JobByName,
  ListJobs,
  PruneJobs,
  SaveJob,
  ScheduleRepository,
} from '@scheduler/contracts/adapter';
import type { RedisDatabase } from '../database/redis-database.js';
import { addJobs } from './add-jobs.js';
import { cancelJob } from './cancel-job.js';
import { findDue, nextDueAt } from './find-due.js';
import { fire } from './fire.js';
import { listJobs } from './list-jobs.js';
import { findJobByName, getJob } from './read-jobs.js';
import { deleteJob } from './delete-job.js';
import { pruneJobs } from './prune-jobs.js';
import { saveJob } from './save-job.js';

/** Jobs in Redis. It has to share its database with the RedisExecutionRepository of the store. */
export class RedisScheduleRepository implements ScheduleRepository {
  constructor(private readonly database: RedisDatabase) {}

  now(): Promise<Date> {
    return this.database.now();
  }

  async add(request: AddJobs): Promise<void> {
    await addJobs(this.database, request);
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

  async get(request: JobById): Promise<ScheduledJob | null> {
    return getJob(this.database, request);
  }

  async findByName(request: JobByName): Promise<ScheduledJob | null> {
    return findJobByName(this.database, request);
  }

  async list(request: ListJobs): Promise<Page<ScheduledJob>> {
    return listJobs(this.database, request);
  }

  async findDue(request: FindDue): Promise<DueJobs> {
    return findDue(this.database, request);
  }

  async nextDueAt(): Promise<Date | null> {
    return nextDueAt(this.database);
  }

  async fire(request: FireJobs): Promise<readonly FireResult[]> {
    return fire(this.database, request);
  }
}
