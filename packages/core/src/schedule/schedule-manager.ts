import {
  type CancelRequested,
  type ChangeOptions,
  type DeletedTenant,
  type DeleteTenantOptions,
  type EnqueueRequest,
  type Execution,
  type ExecutionLog,
  type HealthOptions,
  type HealthReport,
  type HistoryEntry,
  type ExecutionQuery,
  type HistoryQuery,
  IllegalTransition,
  type JobQuery,
  type JobReference,
  type RetryChanges,
  type JobStatistics,
  type MetricsQuery,
  type OneTimeJobInput,
  type Page,
  type RecurringJobInput,
  type RunningCancelled,
  type ScheduleChanges,
  type ScheduleDefinition,
  type ScheduledJob,
  type Scheduler,
  type SchedulerMetrics,
  type WriteOptions,
} from '@scheduler/contracts';
import { type GroupCommit, narrowScope, type TenantScope } from '@scheduler/contracts/adapter';
import { unscheduledExecution } from '../dispatch/build-executions.js';
import { checkArguments } from '../support/input/arguments.js';
import { SCHEDULER_ARGUMENTS } from './input/scheduler-arguments.js';
import { definitionOfOneTime, definitionOfRecurring, namingInput } from './input/schedule-inputs-schema.js';
import { cancelExecution } from './cancel-execution.js';
import { cancelJob } from './cancel-job.js';
import { cancelRunning } from './cancel-running.js';
import { changeJob, type ChangeRequest } from './change-job.js';
import { createJob } from './create-job.js';
import { deleteJob } from './delete-job.js';
import { deleteTenant } from './delete-tenant.js';
import { DelegatedEventTriggers } from './delegated-event-triggers.js';
import { dueJobs, executeJob } from './due-jobs.js';
import { addWaiting, atInstant, enqueueAll, enqueueGroup, enqueueOne, first } from './enqueue.js';
import { findJob, getJob } from './find-job.js';
import { history } from './history.js';
import { listExecutions } from './list-executions.js';
import { listJobs } from './list-jobs.js';
import { type ManagerParts, storeNow } from './manager-parts.js';
import { paused, resumed } from './pause-and-resume.js';
import { getExecution, retryExecution } from './retry-execution.js';
import {
  acceptedUpdate,
  changesNextRun,
  readChanges,
  readTrigger,
  rescheduled,
  type TriggerInput,
} from './update-job.js';

/** The scheduler of a node: checks each request, computes the first run, stores the job, and publishes the change. */
export class ScheduleManager extends DelegatedEventTriggers implements Scheduler {
  static {
    checkArguments<Scheduler>(ScheduleManager, SCHEDULER_ARGUMENTS);
  }

  private readonly enqueued: GroupCommit<Execution, Execution>;

  constructor(
    private readonly parts: ManagerParts,
    private readonly tenant: TenantScope = null,
  ) {
    super(parts.eventTriggers(tenant));
    this.enqueued = enqueueGroup(parts.executions);
  }

  forTenant(tenant: string): ScheduleManager {
    return new ScheduleManager(this.parts, narrowScope(this.tenant, tenant));
  }

  deleteTenant(tenant: string, options: DeleteTenantOptions = {}): Promise<DeletedTenant> {
    return deleteTenant(this.parts, { ...options, tenant, scope: this.tenant });
  }

  schedule<TPayload>(
    definition: ScheduleDefinition<TPayload>,
    options: WriteOptions = {},
  ): Promise<ScheduledJob> {
    return this.parts.tracing.send('schedule', [definition], () =>
      createJob(this.parts, definition, { ...options, tenant: this.tenant }),
    );
  }

  async scheduleOnce<TPayload>(
    input: OneTimeJobInput<TPayload>,
    options?: WriteOptions,
  ): Promise<ScheduledJob> {
    const definition = definitionOfOneTime(input, this.parts.handlers);
    return namingInput(() => this.schedule(definition, options));
  }

  async scheduleRecurring<TPayload>(
    input: RecurringJobInput<TPayload>,
    options?: WriteOptions,
  ): Promise<ScheduledJob> {
    const definition = definitionOfRecurring(input, this.parts.handlers);
    return namingInput(() => this.schedule(definition, options));
  }

  enqueue<TPayload>(request: EnqueueRequest<TPayload>, options: WriteOptions = {}): Promise<Execution> {
    const { parts, enqueued, tenant } = this;
    return parts.tracing.send('enqueue', [request], () =>
      enqueueOne(parts, request, { ...options, tenant, group: enqueued }),
    );
  }

  enqueueMany(
    requests: readonly EnqueueRequest[],
    options: WriteOptions = {},
  ): Promise<readonly Execution[]> {
    const { parts, tenant } = this;
    return parts.tracing.send('enqueue', requests, () => enqueueAll(parts, requests, { ...options, tenant }));
  }

  async enqueueAt<TPayload>(
    request: EnqueueRequest<TPayload>,
    at: Date,
    options: WriteOptions = {},
  ): Promise<Execution> {
    return this.enqueue(atInstant(request, at), options);
  }

  async update(
    reference: JobReference,
    changes: ScheduleChanges,
    options: ChangeOptions = {},
  ): Promise<ScheduledJob> {
    const read = readChanges(changes);
    return this.change('scheduler:job.updated', {
      ...options,
      reference,
      fireOverdueFirst: changesNextRun(read),
      change: (job, now) => acceptedUpdate(this.parts, job, read, now),
    });
  }

  async reschedule(
    reference: JobReference,
    trigger: TriggerInput,
    options: ChangeOptions = {},
  ): Promise<ScheduledJob> {
    readTrigger(trigger);
    return this.change('scheduler:job.updated', {
      ...options,
      reference,
      fireOverdueFirst: true,
      change: (job, now) => rescheduled(this.parts, job, trigger, now),
    });
  }

  pause(reference: JobReference, reason?: string, options: ChangeOptions = {}): Promise<ScheduledJob> {
    return this.change('scheduler:job.paused', {
      ...options,
      reference,
      change: (job, now) =>
        paused(this.parts, job, { reason: reason === undefined ? null : this.redacted(reason), now }),
    });
  }

  resume(reference: JobReference, options: ChangeOptions = {}): Promise<ScheduledJob> {
    return this.change('scheduler:job.resumed', {
      ...options,
      reference,
      change: (job, now) => resumed(this.parts, job, now),
    });
  }

  async cancel(
    reference: JobReference,
    reason = 'cancelled by hand',
    options: ChangeOptions = {},
  ): Promise<ScheduledJob> {
    const job = await cancelJob(this.parts, reference, {
      ...options,
      tenant: this.tenant,
      reason: this.redacted(reason),
    });
    await this.parts.jobEvents.publish('scheduler:job.cancelled', job);
    return job;
  }

  async unschedule(reference: JobReference, options: ChangeOptions = {}): Promise<void> {
    const job = await deleteJob(this.parts, reference, { ...options, tenant: this.tenant });
    await this.parts.jobEvents.publish('scheduler:job.deleted', job);
  }

  async runNow(reference: JobReference): Promise<Execution> {
    const job = await this.get(reference);
    if (job.isFinal())
      throw new IllegalTransition(`job ${job.id}`, job.status, 'run', 'schedule a new job instead');
    const execution = unscheduledExecution({
      job,
      id: this.parts.ids.next(),
      now: storeNow(this.parts),
      origin: 'manual',
      trace: this.parts.tracing.current(),
    });
    return first(await addWaiting(this.parts, [execution]));
  }

  dueJobs(): Promise<readonly ScheduledJob[]> {
    return dueJobs(this.parts, this.tenant);
  }

  executeJob(reference: JobReference): Promise<readonly Execution[]> {
    return executeJob(this.parts, reference, this.tenant);
  }

  get(reference: JobReference): Promise<ScheduledJob> {
    return getJob(this.parts, reference, this.tenant);
  }

  find(reference: JobReference): Promise<ScheduledJob | null> {
    return findJob(this.parts, reference, this.tenant);
  }

  list(query: JobQuery = {}): Promise<Page<ScheduledJob>> {
    return listJobs(this.parts, query, this.tenant);
  }

  history(reference: JobReference, query: HistoryQuery = {}): Promise<Page<HistoryEntry>> {
    return history(this.parts, reference, query, this.tenant);
  }

  listExecutions(query: ExecutionQuery = {}): Promise<Page<Execution>> {
    return listExecutions(this.parts, query, this.tenant);
  }

  getExecution(executionId: string): Promise<Execution> {
    return getExecution(this.parts, executionId, this.tenant);
  }

  async executionLogs(executionId: string): Promise<readonly ExecutionLog[]> {
    const { id } = await this.getExecution(executionId);
    return this.parts.executions.logs({ executionIds: [id], tenant: this.tenant });
  }

  cancelExecution(executionId: string, why = 'cancelled by hand'): Promise<CancelRequested> {
    return cancelExecution(this.parts, executionId, { tenant: this.tenant, reason: this.redacted(why) });
  }

  cancelRunning(reference: JobReference, reason = 'cancelled by hand'): Promise<RunningCancelled> {
    return cancelRunning(this.parts, reference, { tenant: this.tenant, reason: this.redacted(reason) });
  }

  retryExecution(executionId: string, changes: RetryChanges = {}): Promise<Execution> {
    return retryExecution(this.parts, { executionId, tenant: this.tenant, ...changes });
  }

  async getMetrics(query: MetricsQuery = {}): Promise<SchedulerMetrics> {
    return this.ownOf(this.parts.statistics).metrics(query);
  }

  async getJobStats(reference: JobReference): Promise<JobStatistics> {
    return this.ownOf(this.parts.statistics).ofJob(reference);
  }

  healthCheck(options: HealthOptions = {}): Promise<HealthReport> {
    return this.ownOf(this.parts.health).check(options);
  }

  /** A reason is stored and shown, so that it must not hold a secret. */
  private redacted(reason: string): string {
    return this.parts.redact?.(reason) ?? reason;
  }

  private ownOf<T extends { forTenant(tenant: string): T }>(all: T): T {
    return this.tenant === null ? all : all.forTenant(this.tenant);
  }

  private async change(
    event: 'scheduler:job.updated' | 'scheduler:job.paused' | 'scheduler:job.resumed',
    request: Omit<ChangeRequest, 'tenant'>,
  ): Promise<ScheduledJob> {
    let before: ScheduledJob | undefined;
    const change: ChangeRequest['change'] = (stored, now) => request.change((before = stored), now);
    const job = await changeJob(this.parts, { ...request, change, tenant: this.tenant });
    await this.parts.jobEvents.publish(event, job, event === 'scheduler:job.updated' ? before : undefined);
    return job;
  }
}
