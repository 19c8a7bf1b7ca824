import type {
  CancelRequested,
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
  HistoryQuery,
  JobQuery,
  JobReference,
  JobStatistics,
  JsonObject,
  MetricsQuery,
  OneTimeJobInput,
  Page,
  RecurringJobInput,
  RunningCancelled,
  ScheduleChanges,
  ScheduledJob,
  ScheduleDefinition,
  Scheduler,
  SchedulerMetrics,
  Trigger,
  TriggerOptions,
  WriteOptions,
} from '@scheduler/contracts';

/**
 * The scheduler of a node that is made at the first call. The node needs every handler, and a handler may need the scheduler: without
 * the delay the container could make neither.
 */
export class DeferredScheduler implements Scheduler {
  constructor(private readonly scheduler: () => Scheduler) {}

  async schedule<TPayload>(
    definition: ScheduleDefinition<TPayload>,
    options?: WriteOptions,
  ): Promise<ScheduledJob> {
    return this.scheduler().schedule(definition, options);
  }

  async scheduleOnce<TPayload>(
    input: OneTimeJobInput<TPayload>,
    options?: WriteOptions,
  ): Promise<ScheduledJob> {
    return this.scheduler().scheduleOnce(input, options);
  }

  async scheduleRecurring<TPayload>(
    input: RecurringJobInput<TPayload>,
    options?: WriteOptions,
  ): Promise<ScheduledJob> {
    return this.scheduler().scheduleRecurring(input, options);
  }

  async enqueue<TPayload>(request: EnqueueRequest<TPayload>, options?: WriteOptions): Promise<Execution> {
    return this.scheduler().enqueue(request, options);
  }

  async enqueueMany(
    requests: readonly EnqueueRequest[],
    options?: WriteOptions,
  ): Promise<readonly Execution[]> {
    return this.scheduler().enqueueMany(requests, options);
  }

  async enqueueAt<TPayload>(
    request: EnqueueRequest<TPayload>,
    at: Date,
    options?: WriteOptions,
  ): Promise<Execution> {
    return this.scheduler().enqueueAt(request, at, options);
  }

  async update(job: JobReference, changes: ScheduleChanges): Promise<ScheduledJob> {
    return this.scheduler().update(job, changes);
  }

  async reschedule(job: JobReference, trigger: Trigger): Promise<ScheduledJob> {
    return this.scheduler().reschedule(job, trigger);
  }

  async pause(job: JobReference, reason?: string): Promise<ScheduledJob> {
    return this.scheduler().pause(job, reason);
  }

  async resume(job: JobReference): Promise<ScheduledJob> {
    return this.scheduler().resume(job);
  }

  async cancel(job: JobReference, reason?: string): Promise<ScheduledJob> {
    return this.scheduler().cancel(job, reason);
  }

  async unschedule(job: JobReference): Promise<void> {
    return this.scheduler().unschedule(job);
  }

  async runNow(job: JobReference): Promise<Execution> {
    return this.scheduler().runNow(job);
  }

  async get(job: JobReference): Promise<ScheduledJob> {
    return this.scheduler().get(job);
  }

  async find(job: JobReference): Promise<ScheduledJob | null> {
    return this.scheduler().find(job);
  }

  async list(query?: JobQuery): Promise<Page<ScheduledJob>> {
    return this.scheduler().list(query);
  }

  async history(job: JobReference, query?: HistoryQuery): Promise<Page<HistoryEntry>> {
    return this.scheduler().history(job, query);
  }

  async getExecution(executionId: string): Promise<Execution> {
    return this.scheduler().getExecution(executionId);
  }

  async executionLogs(executionId: string): Promise<readonly ExecutionLog[]> {
    return this.scheduler().executionLogs(executionId);
  }

  async cancelExecution(executionId: string, reason?: string): Promise<CancelRequested> {
    return this.scheduler().cancelExecution(executionId, reason);
  }

  async cancelRunning(job: JobReference, reason?: string): Promise<RunningCancelled> {
    return this.scheduler().cancelRunning(job, reason);
  }

  async retryExecution(executionId: string): Promise<Execution> {
    return this.scheduler().retryExecution(executionId);
  }

  async getMetrics(query?: MetricsQuery): Promise<SchedulerMetrics> {
    return this.scheduler().getMetrics(query);
  }

  async getJobStats(job: JobReference): Promise<JobStatistics> {
    return this.scheduler().getJobStats(job);
  }

  async healthCheck(options?: HealthOptions): Promise<HealthReport> {
    return this.scheduler().healthCheck(options);
  }

  async onEvent(
    eventName: string,
    handler: EventFunction | EventAction,
    options?: EventHandlerOptions,
  ): Promise<EventHandler> {
    return this.scheduler().onEvent(eventName, handler, options);
  }

  async offEvent(handlerId: string): Promise<void> {
    return this.scheduler().offEvent(handlerId);
  }

  async triggerEvent(eventName: string, data?: JsonObject, options?: TriggerOptions): Promise<EventReport> {
    return this.scheduler().triggerEvent(eventName, data, options);
  }

  async eventHandlers(query?: EventHandlerQuery): Promise<Page<EventHandler>> {
    return this.scheduler().eventHandlers(query);
  }

  async enableEventHandler(handlerId: string): Promise<EventHandler> {
    return this.scheduler().enableEventHandler(handlerId);
  }

  async disableEventHandler(handlerId: string): Promise<EventHandler> {
    return this.scheduler().disableEventHandler(handlerId);
  }

  forTenant(tenant: string): Scheduler {
    return new DeferredScheduler(() => this.scheduler().forTenant(tenant));
  }
}
