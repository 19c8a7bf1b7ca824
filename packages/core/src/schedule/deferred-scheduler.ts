import type {
  CancelRequested,
  ChangeOptions,
  DeletedTenant,
  DeleteTenantOptions,
  EnqueueRequest,
  EventAction,
  EventFunction,
  EventHandler,
  EventHandlerOptions,
  EventHandlerQuery,
  EventReport,
  Execution,
  ExecutionLog,
  HealthOptions,
  HealthReport,
  HistoryEntry,
  ExecutionQuery,
  HistoryQuery,
  JobQuery,
  JobReference,
  JobStatistics,
  JsonObject,
  MetricsQuery,
  OneTimeJobInput,
  Page,
  RecurringJobInput,
  RetryChanges,
  RunningCancelled,
  ScheduleChanges,
  ScheduledJob,
  ScheduleDefinition,
  Scheduler,
  SchedulerMetrics,
  TriggerOptions,
  WriteOptions,
} from '@scheduler/contracts';
import { narrowScope, type TenantScope } from '@scheduler/contracts/adapter';
import type { TriggerInput } from './update-job.js';

/**
 * A scheduler that is resolved at each call: its node may not exist yet, or its store may not be open. A container
 * needs it, because the node needs every handler and a handler may need the scheduler; an application needs it to define jobs before
 * anything is started.
 */
export class DeferredScheduler implements Scheduler {
  /** `tenant`: the tenant that the resolved scheduler is limited to. Null: it is not limited, as far as is known here. */
  constructor(
    protected readonly scheduler: () => Scheduler | Promise<Scheduler>,
    private readonly tenant: TenantScope = null,
  ) {}

  async schedule<TPayload>(
    definition: ScheduleDefinition<TPayload>,
    options?: WriteOptions,
  ): Promise<ScheduledJob> {
    return (await this.scheduler()).schedule(definition, options);
  }

  async scheduleOnce<TPayload>(
    input: OneTimeJobInput<TPayload>,
    options?: WriteOptions,
  ): Promise<ScheduledJob> {
    return (await this.scheduler()).scheduleOnce(input, options);
  }

  async scheduleRecurring<TPayload>(
    input: RecurringJobInput<TPayload>,
    options?: WriteOptions,
  ): Promise<ScheduledJob> {
    return (await this.scheduler()).scheduleRecurring(input, options);
  }

  async enqueue<TPayload>(request: EnqueueRequest<TPayload>, options?: WriteOptions): Promise<Execution> {
    return (await this.scheduler()).enqueue(request, options);
  }

  async enqueueMany(
    requests: readonly EnqueueRequest[],
    options?: WriteOptions,
  ): Promise<readonly Execution[]> {
    return (await this.scheduler()).enqueueMany(requests, options);
  }

  async enqueueAt<TPayload>(
    request: EnqueueRequest<TPayload>,
    at: Date,
    options?: WriteOptions,
  ): Promise<Execution> {
    return (await this.scheduler()).enqueueAt(request, at, options);
  }

  async update(job: JobReference, changes: ScheduleChanges, options?: ChangeOptions): Promise<ScheduledJob> {
    return (await this.scheduler()).update(job, changes, options);
  }

  async reschedule(job: JobReference, trigger: TriggerInput, options?: ChangeOptions): Promise<ScheduledJob> {
    return (await this.scheduler()).reschedule(job, trigger, options);
  }

  async pause(job: JobReference, reason?: string, options?: ChangeOptions): Promise<ScheduledJob> {
    return (await this.scheduler()).pause(job, reason, options);
  }

  async resume(job: JobReference, options?: ChangeOptions): Promise<ScheduledJob> {
    return (await this.scheduler()).resume(job, options);
  }

  async cancel(job: JobReference, reason?: string, options?: ChangeOptions): Promise<ScheduledJob> {
    return (await this.scheduler()).cancel(job, reason, options);
  }

  async unschedule(job: JobReference, options?: ChangeOptions): Promise<void> {
    return (await this.scheduler()).unschedule(job, options);
  }

  async runNow(job: JobReference): Promise<Execution> {
    return (await this.scheduler()).runNow(job);
  }

  async dueJobs(): Promise<readonly ScheduledJob[]> {
    return (await this.scheduler()).dueJobs();
  }

  async executeJob(job: JobReference): Promise<readonly Execution[]> {
    return (await this.scheduler()).executeJob(job);
  }

  async get(job: JobReference): Promise<ScheduledJob> {
    return (await this.scheduler()).get(job);
  }

  async find(job: JobReference): Promise<ScheduledJob | null> {
    return (await this.scheduler()).find(job);
  }

  async list(query?: JobQuery): Promise<Page<ScheduledJob>> {
    return (await this.scheduler()).list(query);
  }

  async history(job: JobReference, query?: HistoryQuery): Promise<Page<HistoryEntry>> {
    return (await this.scheduler()).history(job, query);
  }

  async listExecutions(query?: ExecutionQuery): Promise<Page<Execution>> {
    return (await this.scheduler()).listExecutions(query);
  }

  async getExecution(executionId: string): Promise<Execution> {
    return (await this.scheduler()).getExecution(executionId);
  }

  async executionLogs(executionId: string): Promise<readonly ExecutionLog[]> {
    return (await this.scheduler()).executionLogs(executionId);
  }

  async cancelExecution(executionId: string, reason?: string): Promise<CancelRequested> {
    return (await this.scheduler()).cancelExecution(executionId, reason);
  }

  async cancelRunning(job: JobReference, reason?: string): Promise<RunningCancelled> {
    return (await this.scheduler()).cancelRunning(job, reason);
  }

  async retryExecution(executionId: string, changes?: RetryChanges): Promise<Execution> {
    return (await this.scheduler()).retryExecution(executionId, changes);
  }

  async getMetrics(query?: MetricsQuery): Promise<SchedulerMetrics> {
    return (await this.scheduler()).getMetrics(query);
  }

  async getJobStats(job: JobReference): Promise<JobStatistics> {
    return (await this.scheduler()).getJobStats(job);
  }

  async healthCheck(options?: HealthOptions): Promise<HealthReport> {
    return (await this.scheduler()).healthCheck(options);
  }

  async onEvent(
    eventName: string,
    handler: EventFunction | EventAction,
    options?: EventHandlerOptions,
  ): Promise<EventHandler> {
    return (await this.scheduler()).onEvent(eventName, handler, options);
  }

  async offEvent(handlerId: string): Promise<void> {
    return (await this.scheduler()).offEvent(handlerId);
  }

  async triggerEvent(eventName: string, data?: JsonObject, options?: TriggerOptions): Promise<EventReport> {
    return (await this.scheduler()).triggerEvent(eventName, data, options);
  }

  async eventHandlers(query?: EventHandlerQuery): Promise<Page<EventHandler>> {
    return (await this.scheduler()).eventHandlers(query);
  }

  async enableEventHandler(handlerId: string): Promise<EventHandler> {
    return (await this.scheduler()).enableEventHandler(handlerId);
  }

  async disableEventHandler(handlerId: string): Promise<EventHandler> {
    return (await this.scheduler()).disableEventHandler(handlerId);
  }

  async deleteTenant(tenant: string, options?: DeleteTenantOptions): Promise<DeletedTenant> {
    return (await this.scheduler()).deleteTenant(tenant, options);
  }

  forTenant(tenant: string): Scheduler {
    const narrowed = narrowScope(this.tenant, tenant);
    return new DeferredScheduler(async () => (await this.scheduler()).forTenant(narrowed), narrowed);
  }
}
