import type { EventTriggers } from '../events/event-triggers.js';
import type { Execution, ExecutionLog } from '../executions/execution.js';
import type { ExecutionStatus } from '../states/execution-status.js';
import type { JobFilter, JobSortField } from '../ports/schedule-repository.js';
import type { CancelRequested, ExecutionFilter } from '../ports/execution-repository.js';
import type { ListPosition, Page, SortOrder } from '../values/page.js';
import type { CallerTransaction } from '../values/caller-transaction.js';
import type { OneTimeJobInput, RecurringJobInput } from './schedule-inputs.js';
import type { EnqueueRequest, ScheduleChanges, ScheduleDefinition } from '../jobs/schedule-definition.js';
import type { ScheduledJob } from '../jobs/scheduled-job.js';
import type { HealthOptions, HealthReport } from '../statistics/health-report.js';
import type { JobStatistics } from '../statistics/job-statistics.js';
import type { MetricsQuery, SchedulerMetrics } from '../statistics/scheduler-metrics.js';
import type { Trigger } from '../jobs/trigger.js';

/** The id of a job, or its name within its tenant. */
export type JobReference = string;

export interface WriteOptions {
  /** The write takes effect if and only if this transaction of the caller commits. */
  readonly transaction?: CallerTransaction;
}

export interface JobQuery extends Omit<JobFilter, 'types' | 'owners'> {
  readonly types?: readonly string[];
  /** From 1 to 1000. Default: 50. */
  readonly limit?: number;
  /** Default: 0. */
  readonly offset?: number;
  /** Default: `createdAt`. */
  readonly sortBy?: JobSortField;
  /** Default: `desc`. */
  readonly sortOrder?: SortOrder;
}

export interface HistoryQuery {
  /** From 1 to 1000. Default: 10. */
  readonly limit?: number;
  /** Default: 0. */
  readonly offset?: number;
  readonly statuses?: readonly ExecutionStatus[];
  readonly since?: Date;
  readonly until?: Date;
  /** Default: false. */
  readonly includeLogs?: boolean;
  /** The order by start. Default: `desc`. */
  readonly sortOrder?: SortOrder;
}

export interface HistoryEntry extends Execution {
  /** Empty unless the query included logs. */
  readonly logs: readonly ExecutionLog[];
}

/** What `listExecutions` looks for: all of its conditions hold, and of a list any value. */
export interface ExecutionQuery extends Omit<ExecutionFilter, 'jobId' | 'types'> {
  /** Only executions of this job. Undefined: of all jobs, and those that were enqueued without one. */
  readonly job?: JobReference;
  readonly types?: readonly string[];
  /** From 1 to 1000. Default: 50. */
  readonly limit?: number;
  /** Default: 0. */
  readonly offset?: number;
  /** The order by start, or by scheduled instant where an execution never started, and then by id. Default: `desc`. */
  readonly sortOrder?: SortOrder;
  /**
   * Only what follows this place in the order: that of the last execution of the page before (`positionOf`). Unlike an offset it neither loses
   * nor repeats executions when others come or go, and costs the same for every page. `total` counts no more than the page then.
   */
  readonly after?: ListPosition;
}

/** The result of a request to cancel the running executions of a job. */
export type RunningCancelled =
  | { readonly state: 'stopping'; readonly executions: readonly Execution[] }
  | { readonly state: 'not_found' }
  | { readonly state: 'not_running' };

export interface DeleteTenantOptions {
  /** Called after each step with what is deleted so far. */
  readonly onProgress?: (deleted: DeletedTenant) => void;
}

/** What belonged to a tenant and is deleted. */
export interface DeletedTenant {
  readonly tenant: string;
  /** Running executions that were asked to stop. They are among the deleted ones. */
  readonly stopped: number;
  /** With their logs; dead letters are among them. Those that were made meanwhile and went with their jobs are not counted. */
  readonly executions: number;
  /** Runs of workflows. The executions of their steps are among the deleted executions. */
  readonly workflows: number;
  readonly jobs: number;
  readonly eventHandlers: number;
  readonly circuits: number;
  /** Token buckets. */
  readonly rateLimits: number;
  readonly apiKeys: number;
  readonly auditRecords: number;
  readonly idempotencyKeys: number;
  /** Events of the event log, those of the deletion among them. */
  readonly events: number;
  /** Rules of alerts, alerts and silences. */
  readonly alerts: number;
}

/** What differs when an execution is run again. */
export interface RetryChanges {
  /** In place of the payload that failed. Missing: the same payload. */
  readonly payload?: unknown;
}

/** What a change of a job depends on. */
export interface ChangeOptions {
  /**
   * The job is changed only if it has this revision, which the store compares in the step of the write; else JobRevisionMismatch is thrown.
   * Every change raises it, and so does each occurrence that is fired and each execution that ends. Default: the job is changed as it is.
   *
   * @example
   * const job = await scheduler.get('weekly-sales');
   * await scheduler.update(job.id, { cron: '0 9 * * MON' }, { ifRevision: job.revision });
   */
  readonly ifRevision?: number | undefined;
}

/** The scheduler as a port, so that domain packages depend only on contracts. */
export interface Scheduler extends EventTriggers {
  /** Stores a job and returns it with its first run. */
  schedule<TPayload>(definition: ScheduleDefinition<TPayload>, options?: WriteOptions): Promise<ScheduledJob>;
  /** Stores a job that runs once. */
  scheduleOnce<TPayload>(input: OneTimeJobInput<TPayload>, options?: WriteOptions): Promise<ScheduledJob>;
  /** Stores a recurring job, by cron expressions or an interval, within bounds. */
  scheduleRecurring<TPayload>(
    input: RecurringJobInput<TPayload>,
    options?: WriteOptions,
  ): Promise<ScheduledJob>;
  /**
   * Puts work without a job into its queue, at once or for `runAt`. Unique work that has an equal execution is returned as
   * `skipped: unique_conflict`. Throws JobAlreadyExists if its `uniqueKey` is taken.
   */
  enqueue<TPayload>(request: EnqueueRequest<TPayload>, options?: WriteOptions): Promise<Execution>;
  /** Enqueues all items or none, in one write. */
  enqueueMany(requests: readonly EnqueueRequest[], options?: WriteOptions): Promise<readonly Execution[]>;
  enqueueAt<TPayload>(
    request: EnqueueRequest<TPayload>,
    at: Date,
    options?: WriteOptions,
  ): Promise<Execution>;

  /** Changes the given fields. With a new trigger, `startAt` or `endAt` the next run is computed again. */
  update(job: JobReference, changes: ScheduleChanges, options?: ChangeOptions): Promise<ScheduledJob>;
  /**
   * Gives a recurring job another recurring trigger, or other cron expressions. Its start date stays, and so do its zone and its
   * daylight saving policy unless the new trigger was built with others.
   */
  reschedule(
    job: JobReference,
    trigger: Trigger | string | readonly string[],
    options?: ChangeOptions,
  ): Promise<ScheduledJob>;
  /** Pauses an active job. Occurrences during the pause are left out. */
  pause(job: JobReference, reason?: string, options?: ChangeOptions): Promise<ScheduledJob>;
  /** Resumes a paused job, from its first instant after now. */
  resume(job: JobReference, options?: ChangeOptions): Promise<ScheduledJob>;
  /** Cancels the job and its waiting and running executions. The job is kept. */
  cancel(job: JobReference, reason?: string, options?: ChangeOptions): Promise<ScheduledJob>;
  /** Deletes the job with its executions and logs. What runs is asked to stop through its signal, on all nodes. */
  unschedule(job: JobReference, options?: ChangeOptions): Promise<void>;
  /** Creates one execution now, in addition to the schedule, whose next run stays as it is. */
  runNow(job: JobReference): Promise<Execution>;
  /** The jobs that are due and that nobody has fired yet, most overdue first; at most 1,000. Nodes that run fire them by themselves. */
  dueJobs(): Promise<readonly ScheduledJob[]>;
  /**
   * Fires what the job is due for now, as a node that runs would, and moves its next run: the executions are put into their queues, each
   * occurrence once, however many callers and nodes fire it. Returns the executions that it made, by the policy for missed runs, those
   * that record a skipped occurrence included. Empty: nothing is due. Throws JobNotFound.
   */
  executeJob(job: JobReference): Promise<readonly Execution[]>;

  /** Throws JobNotFound. */
  get(job: JobReference): Promise<ScheduledJob>;
  /** Null: no job has this id or name. */
  find(job: JobReference): Promise<ScheduledJob | null>;
  list(query?: JobQuery): Promise<Page<ScheduledJob>>;
  history(job: JobReference, query?: HistoryQuery): Promise<Page<HistoryEntry>>;

  /**
   * Executions of all jobs, and of work without a job. Throws JobNotFound if the query names an unknown job.
   *
   * @example
   * await scheduler.listExecutions({ statuses: ['failed', 'timeout'], queues: ['mails'], since: yesterday });
   */
  listExecutions(query?: ExecutionQuery): Promise<Page<Execution>>;
  /** Throws ExecutionNotFound. */
  getExecution(executionId: string): Promise<Execution>;
  /** The log lines of all attempts, oldest first. Throws ExecutionNotFound. */
  executionLogs(executionId: string): Promise<readonly ExecutionLog[]>;
  /** Cancels a waiting execution, or asks a running one to stop through its signal. */
  cancelExecution(executionId: string, reason?: string): Promise<CancelRequested>;
  /** Asks the running executions of a job to stop through their signals, on all nodes. The job goes on with its next occurrence. */
  cancelRunning(job: JobReference, reason?: string): Promise<RunningCancelled>;
  /**
   * Creates a new execution for one that ended as failed or timeout, once. It refers to the original; a dead letter is replaced by it. Throws
   * IllegalTransition for one that was retried before, here or as a dead letter.
   *
   * One that is a step of a workflow is retried by its workflow, which has to have ended and goes on from that step: the result is the
   * execution with which it goes on.
   *
   * With `changes.payload` it runs with this payload, which its handler checks like that of any new work; a step of a workflow gets its
   * payload from the workflow, so that there it is refused.
   */
  retryExecution(executionId: string, changes?: RetryChanges): Promise<Execution>;

  /** The metrics of the last 24 hours, or of another range, computed by the store. */
  getMetrics(query?: MetricsQuery): Promise<SchedulerMetrics>;
  /** The statistics of one job over its latest 100 executions. Throws JobNotFound. */
  getJobStats(job: JobReference): Promise<JobStatistics>;
  /** Checks node, store, queues and workers. It never throws. */
  healthCheck(options?: HealthOptions): Promise<HealthReport>;

  /**
   * The same scheduler, limited to what belongs to one tenant. It can only be narrowed: a scheduler of one tenant refuses another one. Throws
   * TenantInvalid, also for a tenant that is missing.
   */
  forTenant(tenant: string): Scheduler;
  /**
   * Deletes everything that belongs to a tenant, in small steps: jobs, executions with their logs, dead letters and unique keys, event
   * handlers, circuits and token buckets. Running executions are asked to stop, and their outcomes are refused. Let nobody create work
   * for the tenant any more before. Throws TenantInvalid, also where the scheduler is limited to a tenant.
   */
  deleteTenant(tenant: string, options?: DeleteTenantOptions): Promise<DeletedTenant>;
}
