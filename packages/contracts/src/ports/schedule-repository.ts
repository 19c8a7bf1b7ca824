import type { Execution } from '../executions/execution.js';
import type { JobStatus } from '../states/job-status.js';
import type { JobType } from '../values/job-type.js';
import type { ScheduledJob } from '../jobs/scheduled-job.js';
import type { OverlapPolicy } from '../jobs/policies.js';
import type { TriggerKind } from '../jobs/trigger.js';
import type { Page, PageRequest, SortOrder } from '../values/page.js';
import type { Caused } from '../values/caused.js';
import type { CallerTransaction } from '../values/caller-transaction.js';
import type { TenantScope } from '../values/tenant.js';

/** Jobs, and the atomic step that makes executions of their occurrences. Time is the store's own. */
export interface ScheduleRepository {
  /** The store's time: what decides what is due. */
  now(): Promise<Date>;

  /** Adds all or none. Throws JobAlreadyExists for an id that is taken, or for a name that belongs to a job of the tenant which has not ended. */
  add(request: AddJobs): Promise<void>;

  /** Writes the job if its stored revision is the expected one, and returns it with the next revision. Else throws ConcurrentChange. */
  save(request: SaveJob): Promise<ScheduledJob>;

  /** Like `save` with a cancelled job; in the same step its waiting executions are cancelled and its running ones asked to stop. */
  cancel(request: CancelJob): Promise<CancelledJob>;

  /**
   * Deletes the job with its executions and their logs. False: there was none. Throws ConcurrentChange, and deletes nothing, if its stored
   * revision is not the expected one.
   */
  delete(request: DeleteJob): Promise<boolean>;

  /**
   * Deletes up to `limit` one-off jobs that ended before an instant, with their executions and logs, and returns how many. A job is kept
   * while one of its executions waits, runs or is a dead letter.
   */
  prune(request: PruneJobs): Promise<number>;

  /** Null: no such job for this tenant. */
  get(request: JobById): Promise<ScheduledJob | null>;

  /**
   * The job of that name which has not ended, else the latest that has. Null: none. For all tenants, a job without a tenant comes before
   * those of tenants; throws JobAmbiguous where it would be a job of one of several tenants.
   */
  findByName(request: JobByName): Promise<ScheduledJob | null>;

  list(request: ListJobs): Promise<Page<ScheduledJob>>;

  /** Jobs that may execute and whose next run is due by the store's time, most overdue first. */
  findDue(request: FindDue): Promise<DueJobs>;

  /** The earliest next run of all jobs that may execute. Null: there is none. */
  nextDueAt(): Promise<Date | null>;

  /**
   * A1: each firing is one atomic step that moves the cursor of a job which is still as it was read, and inserts the executions. Unless
   * `overlap` is `queue`, an exclusive occurrence becomes `skipped: overlap` if an execution of the job was running when it fell due and
   * still runs, one of a job with `concurrency` if that many do: those that started no later than the occurrence. One whose unique key
   * is taken becomes `skipped: unique_conflict`; one that exists already is not changed. The result is in the order of the firings.
   */
  fire(request: FireJobs): Promise<readonly FireResult[]>;
}

export interface AddJobs extends Caused {
  readonly jobs: readonly ScheduledJob[];
  readonly transaction?: CallerTransaction;
  /** Called as soon as the transaction of the caller has committed, and never if it does not. Only with a transaction. */
  readonly onCommitted?: () => void;
}

export interface SaveJob extends Caused {
  readonly job: ScheduledJob;
  readonly expectedRevision: number;
  /** Skipped executions to be stored in the same step, such as the occurrences during a pause. */
  readonly skipped?: readonly Execution[];
  readonly transaction?: CallerTransaction;
}

export interface CancelJob extends Caused {
  readonly job: ScheduledJob;
  readonly expectedRevision: number;
  readonly reason: string;
  /** Skipped executions to be stored in the same step: occurrences that were due and are not wanted any more. */
  readonly skipped?: readonly Execution[];
  readonly transaction?: CallerTransaction;
}

export interface CancelledJob {
  readonly job: ScheduledJob;
  readonly cancelledExecutions: number;
  /** Ids of running executions that were asked to stop. */
  readonly stopping: readonly string[];
}

export interface JobById {
  readonly id: string;
  readonly tenant: TenantScope;
  readonly transaction?: CallerTransaction;
}

export interface DeleteJob extends JobById, Caused {
  /** Missing: whatever its revision is. */
  readonly expectedRevision?: number | undefined;
}

export interface PruneJobs extends Caused {
  /** A job ends when it is completed, failed or cancelled. */
  readonly endedBefore: Date;
  /** The most jobs that one call deletes. */
  readonly limit: number;
}

export interface JobByName {
  readonly name: string;
  readonly tenant: TenantScope;
}

/** Every given condition must hold; an empty or missing one holds always. */
export interface JobFilter {
  readonly types?: readonly JobType[];
  readonly triggers?: readonly TriggerKind[];
  /** Jobs whose trigger is one of these events. */
  readonly events?: readonly string[];
  readonly statuses?: readonly JobStatus[];
  readonly queues?: readonly string[];
  /** Jobs that belong to one of these tenants; null stands for jobs without a tenant. */
  readonly owners?: readonly (string | null)[];
  /** Jobs that have any of these tags. */
  readonly tags?: readonly string[];
  /** Jobs that have all of these tags. */
  readonly tagsAll?: readonly string[];
  readonly createdAfter?: Date;
  readonly createdBefore?: Date;
  readonly nextRunAfter?: Date;
  readonly nextRunBefore?: Date;
  /** A text in the name, regardless of case. */
  readonly nameContains?: string;
  readonly targetId?: string;
  readonly createdBy?: string;
  /** Only jobs that are expected to succeed within some time. */
  readonly expected?: true;
}

export type JobSortField = 'createdAt' | 'nextRunAt' | 'name' | 'priority';

/** Jobs without a next run come last, in either order; equal ones are ordered by id. */
export interface ListJobs extends JobFilter, PageRequest {
  readonly tenant: TenantScope;
  readonly sortBy: JobSortField;
  readonly sortOrder: SortOrder;
}

export interface FindDue {
  readonly limit: number;
}

export interface DueJobs {
  /** The store's time at which they were due. */
  readonly now: Date;
  readonly jobs: readonly ScheduledJob[];
}

/** What a tick decided about one due job. */
export interface Firing {
  /** The job as it was read. Every change raises its revision, so that a store which compares the revision need not read it again. */
  readonly job: ScheduledJob;
  /** The cursor after this firing. Null: the trigger has no further instant. */
  readonly nextRunAt: Date | null;
  /** The last instant that this firing covers, fired or not. Null: unchanged. */
  readonly lastRunAt: Date | null;
  /** The executions, oldest first: `pending` ones run, `skipped` ones only record that an occurrence did not run. */
  readonly executions: readonly Execution[];
  /** What happens to those that fell due while the job was busy. Missing: `skip`. */
  readonly overlap?: OverlapPolicy;
}

export interface FireJobs extends Caused {
  readonly firings: readonly Firing[];
}

export type FireResult =
  | { readonly kind: 'fired'; readonly job: ScheduledJob; readonly executions: readonly Execution[] }
  /** Another node fired, changed or deleted the job first; nothing was written. */
  | { readonly kind: 'conflict'; readonly jobId: string };
