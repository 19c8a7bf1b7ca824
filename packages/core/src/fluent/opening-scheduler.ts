import type {
  CancelRequested,
  EnqueueRequest,
  Execution,
  ExecutionLog,
  HistoryEntry,
  HistoryQuery,
  JobQuery,
  JobReference,
  OneTimeJobInput,
  Page,
  RecurringJobInput,
  RunningCancelled,
  ScheduleChanges,
  ScheduledJob,
  ScheduleDefinition,
  Scheduler,
  Trigger,
  WriteOptions,
} from '@scheduler/contracts';

/** Gives the scheduler once its store is open. */
export type OpenScheduler = () => Promise<Scheduler>;

/** A scheduler whose store is opened by the first call, so that jobs can be defined before anything is started. */
export class OpeningScheduler implements Scheduler {
  constructor(protected readonly opened: OpenScheduler) {}

  async schedule<TPayload>(
    definition: ScheduleDefinition<TPayload>,
    options?: WriteOptions,
  ): Promise<ScheduledJob> {
    return (await this.opened()).schedule(definition, options);
  }

  async scheduleOnce<TPayload>(
    input: OneTimeJobInput<TPayload>,
    options?: WriteOptions,
  ): Promise<ScheduledJob> {
    return (await this.opened()).scheduleOnce(input, options);
  }

  async scheduleRecurring<TPayload>(
    input: RecurringJobInput<TPayload>,
    options?: WriteOptions,
  ): Promise<ScheduledJob> {
    return (await this.opened()).scheduleRecurring(input, options);
  }

  async enqueue<TPayload>(request: EnqueueRequest<TPayload>, options?: WriteOptions): Promise<Execution> {
    return (await this.opened()).enqueue(request, options);
  }

  async enqueueMany(
    requests: readonly EnqueueRequest[],
    options?: WriteOptions,
  ): Promise<readonly Execution[]> {
    return (await this.opened()).enqueueMany(requests, options);
  }

  async enqueueAt<TPayload>(
    request: EnqueueRequest<TPayload>,
    at: Date,
    options?: WriteOptions,
  ): Promise<Execution> {
    return (await this.opened()).enqueueAt(request, at, options);
  }

  async update(job: JobReference, changes: ScheduleChanges): Promise<ScheduledJob> {
    return (await this.opened()).update(job, changes);
  }

  async reschedule(job: JobReference, trigger: Trigger): Promise<ScheduledJob> {
    return (await this.opened()).reschedule(job, trigger);
  }

  async pause(job: JobReference, reason?: string): Promise<ScheduledJob> {
    return (await this.opened()).pause(job, reason);
  }

  async resume(job: JobReference): Promise<ScheduledJob> {
    return (await this.opened()).resume(job);
  }

  async cancel(job: JobReference, reason?: string): Promise<ScheduledJob> {
    return (await this.opened()).cancel(job, reason);
  }

  async unschedule(job: JobReference): Promise<void> {
    return (await this.opened()).unschedule(job);
  }

  async runNow(job: JobReference): Promise<Execution> {
    return (await this.opened()).runNow(job);
  }

  async get(job: JobReference): Promise<ScheduledJob> {
    return (await this.opened()).get(job);
  }

  async find(job: JobReference): Promise<ScheduledJob | null> {
    return (await this.opened()).find(job);
  }

  async list(query?: JobQuery): Promise<Page<ScheduledJob>> {
    return (await this.opened()).list(query);
  }

  async history(job: JobReference, query?: HistoryQuery): Promise<Page<HistoryEntry>> {
    return (await this.opened()).history(job, query);
  }

  async getExecution(executionId: string): Promise<Execution> {
    return (await this.opened()).getExecution(executionId);
  }

  async executionLogs(executionId: string): Promise<readonly ExecutionLog[]> {
    return (await this.opened()).executionLogs(executionId);
  }

  async cancelExecution(executionId: string, reason?: string): Promise<CancelRequested> {
    return (await this.opened()).cancelExecution(executionId, reason);
  }

  async cancelRunning(job: JobReference, reason?: string): Promise<RunningCancelled> {
    return (await this.opened()).cancelRunning(job, reason);
  }

  async retryExecution(executionId: string): Promise<Execution> {
    return (await this.opened()).retryExecution(executionId);
  }

  forTenant(tenant: string): Scheduler {
    return new OpeningScheduler(async () => (await this.opened()).forTenant(tenant));
  }
}
