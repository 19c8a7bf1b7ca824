import type { EventTriggers } from '../events/event-triggers.js';
import type { Execution, ExecutionLog } from '../executions/execution.js';
import type { ExecutionStatus } from '../states/execution-status.js';
import type { JobFilter, JobSortField } from '../ports/schedule-repository.js';
import type { CancelRequested } from '../ports/execution-repository.js';
import type { Page, SortOrder } from '../values/page.js';
import type { CallerTransaction } from '../values/caller-transaction.js';
import type { OneTimeJobInput, RecurringJobInput } from './schedule-inputs.js';
import type { EnqueueRequest, ScheduleChanges, ScheduleDefinition } from '../jobs/schedule-definition.js';
import type { ScheduledJob } from '../jobs/scheduled-job.js';
import type { HealthOptions, HealthReport } from '../statistics/health-report.js';
import type { JobStatistics } from '../statistics/job-statistics.js';
import type { MetricsQuery, SchedulerMetrics } from '../statistics/scheduler-metrics.js';
import type { Trigger } from '../jobs/trigger.js';

/** The id of a job, or the name that it has within its tenant. */
export type JobReference = string;

export interface WriteOptions {
  /** The job exists if and only if this transaction of the caller commits. */
  readonly transaction?: CallerTransaction;
}

export interface JobQuery extends Omit<JobFilter, 'types' | 'owners'> {
  readonly types?: readonly string[];
  /** 1 to 1000. Default 50. */
  readonly limit?: number;
  /** Default 0. */
  readonly offset?: number;
  /** Default `createdAt`. */
  readonly sortBy?: JobSortField;
  /** Default `desc`. */
  readonly sortOrder?: SortOrder;
}

export interface HistoryQuery {
  /** 1 to 1000. Default 10. */
  readonly limit?: number;
  /** Default 0. */
  readonly offset?: number;
  readonly statuses?: readonly ExecutionStatus[];
  readonly since?: Date;
  readonly until?: Date;
  /** Default false. */
  readonly includeLogs?: boolean;
  /** Default `desc`, by start. */
  readonly sortOrder?: SortOrder;
}

export interface HistoryEntry extends Execution {
  /** Empty unless the query included logs. */
  readonly logs: readonly ExecutionLog[];
}

/** What came of the wish to stop what runs of a job. */
export type RunningCancelled =
  | { readonly state: 'stopping'; readonly executions: readonly Execution[] }
  | { readonly state: 'not_found' }
  | { readonly state: 'not_running' };

/** What domain code asks for: the scheduler as a port, so that domain packages depend on contracts alone. */
export interface Scheduler extends EventTriggers {
  /** Stores a job and returns it with its first run. */
  schedule<TPayload>(definition: ScheduleDefinition<TPayload>, options?: WriteOptions): Promise<ScheduledJob>;
  /** The same for a job that runs once. */
  scheduleOnce<TPayload>(input: OneTimeJobInput<TPayload>, options?: WriteOptions): Promise<ScheduledJob>;
  /** The same for a job that runs again and again, by cron expressions or an interval, within bounds. */
  scheduleRecurring<TPayload>(
    input: RecurringJobInput<TPayload>,
    options?: WriteOptions,
  ): Promise<ScheduledJob>;
  /**
   * Puts work into its queue at once, or for `runAt`, without a job. Work that is to be unique and has an equal comes back as
   * `skipped: unique_conflict`; with a `uniqueKey` that is taken it throws JobAlreadyExists.
   */
  enqueue<TPayload>(request: EnqueueRequest<TPayload>, options?: WriteOptions): Promise<Execution>;
  /** All or none, in one write. */
  enqueueMany(requests: readonly EnqueueRequest[], options?: WriteOptions): Promise<readonly Execution[]>;
  enqueueAt<TPayload>(
    request: EnqueueRequest<TPayload>,
    at: Date,
    options?: WriteOptions,
  ): Promise<Execution>;

  /** Changes what is given. A new trigger or window computes the next run anew. */
  update(job: JobReference, changes: ScheduleChanges): Promise<ScheduledJob>;
  /** Gives a recurring job another recurring trigger. */
  reschedule(job: JobReference, trigger: Trigger): Promise<ScheduledJob>;
  /** Only an active job. Occurrences that fall into the pause are left out. */
  pause(job: JobReference, reason?: string): Promise<ScheduledJob>;
  /** Only a paused job; it goes on with its first instant after now. */
  resume(job: JobReference): Promise<ScheduledJob>;
  /** Ends the job and what waits or runs of it; the record is kept. */
  cancel(job: JobReference, reason?: string): Promise<ScheduledJob>;
  /** Deletes the job with its executions and logs. */
  unschedule(job: JobReference): Promise<void>;
  /** One execution now, besides the schedule. */
  runNow(job: JobReference): Promise<Execution>;

  /** Throws JobNotFound. */
  get(job: JobReference): Promise<ScheduledJob>;
  /** Null: there is none. */
  find(job: JobReference): Promise<ScheduledJob | null>;
  list(query?: JobQuery): Promise<Page<ScheduledJob>>;
  history(job: JobReference, query?: HistoryQuery): Promise<Page<HistoryEntry>>;

  /** Throws ExecutionNotFound. */
  getExecution(executionId: string): Promise<Execution>;
  /** What handlers wrote in all attempts, oldest first. Throws ExecutionNotFound. */
  executionLogs(executionId: string): Promise<readonly ExecutionLog[]>;
  /** A waiting execution is cancelled, a running one asked to stop through its signal. */
  cancelExecution(executionId: string, reason?: string): Promise<CancelRequested>;
  /** Asks what runs of a job to stop through its signal, on whatever node; the job goes on with its next occurrence. */
  cancelRunning(job: JobReference, reason?: string): Promise<RunningCancelled>;
  /** A new execution of what ended as failed or timeout; it names the original. */
  retryExecution(executionId: string): Promise<Execution>;

  /** Figures of the last 24 hours, or of another range, computed by the store. */
  getMetrics(query?: MetricsQuery): Promise<SchedulerMetrics>;
  /** Figures of one job, over its latest 100 executions. Throws JobNotFound. */
  getJobStats(job: JobReference): Promise<JobStatistics>;
  /** Whether node, store, queues and workers do what they should. It never throws. */
  healthCheck(options?: HealthOptions): Promise<HealthReport>;

  /** The same scheduler, seeing and making only what belongs to one tenant. */
  forTenant(tenant: string): Scheduler;
}
