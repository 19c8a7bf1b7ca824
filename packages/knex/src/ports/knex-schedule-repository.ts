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
import type { Database } from '../database/database.js';
import { addJobs } from '../queries/add-jobs.js';
import { cancelJob } from '../queries/cancel-job.js';
import { findDue, nextDueAt } from '../queries/find-due.js';
import { fire } from '../queries/fire.js';
import { listJobs } from '../queries/list-jobs.js';
import { findJobByName, getJob } from '../queries/read-jobs.js';
import { deleteJob } from '../queries/delete-job.js';
import { pruneJobs } from '../queries/prune-jobs.js';
import { saveJob } from '../queries/save-job.js';
import type { WakeUps } from '../wake-up/wake-ups.js';

/** A table of contents: each operation is a file under `queries`. */
export class KnexScheduleRepository implements ScheduleRepository {
  constructor(
    private readonly database: Database,
    private readonly wakeUps: WakeUps,
  ) {}

  async now(): Promise<Date> {
    return new Date(await this.database.askNow());
  }

  async add(request: AddJobs): Promise<void> {
    const { transaction, onCommitted } = request;
    const committed = transaction === undefined ? null : this.database.committed(transaction);
    await addJobs(this.database, request);
    void committed?.then((isCommitted) => isCommitted && onCommitted?.());
  }

  save(request: SaveJob): Promise<ScheduledJob> {
    return saveJob(this.database, request);
  }

  cancel(request: CancelJob): Promise<CancelledJob> {
    return cancelJob(this.database, request);
  }

  delete(request: DeleteJob): Promise<boolean> {
    return deleteJob(this.database, request);
  }

  prune(request: PruneJobs): Promise<number> {
    return pruneJobs(this.database, request);
  }

  get(request: JobById): Promise<ScheduledJob | null> {
    return getJob(this.database, request);
  }

  findByName(request: JobByName): Promise<ScheduledJob | null> {
    return findJobByName(this.database, request);
  }

  list(request: ListJobs): Promise<Page<ScheduledJob>> {
    return listJobs(this.database, request);
  }

  findDue(request: FindDue): Promise<DueJobs> {
    return findDue(this.database, request);
  }

  nextDueAt(): Promise<Date | null> {
    return nextDueAt(this.database);
  }

  fire(request: FireJobs): Promise<readonly FireResult[]> {
    return fire(this.database, request, this.wakeUps);
  }
}
