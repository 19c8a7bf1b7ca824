import {
  DEFAULT_BACKOFF,
  DEFAULT_MISSED_RUNS,
  type EventReport,
  jobType,
  type JsonObject,
  type ScheduleDefinition,
  ScheduledJob,
  type Scheduler,
  type TriggerOptions,
} from '@scheduler/contracts';
import { NO_CONCURRENCY_LIMITS, NO_COUNTS } from '@scheduler/contracts/adapter';
import { NOON } from './fake-context.js';

/** Records its calls; it computes no times. */
export class FakeScheduler implements Pick<Scheduler, 'schedule' | 'find' | 'cancel' | 'triggerEvent'> {
  readonly definitions: ScheduleDefinition[] = [];
  readonly triggered: {
    readonly name: string;
    readonly data: JsonObject;
    readonly id: string | undefined;
  }[] = [];
  readonly cancelled: { readonly id: string; readonly reason: string | undefined }[] = [];
  private readonly jobs = new Map<string, ScheduledJob>();
  private refusal: Error | null = null;

  refuseWith(error: Error): void {
    this.refusal = error;
  }

  schedule(definition: ScheduleDefinition): Promise<ScheduledJob> {
    if (this.refusal !== null) return Promise.reject(this.refusal);
    const job = storedJob(definition);
    this.definitions.push(definition);
    this.jobs.set(job.name, job);
    return Promise.resolve(job);
  }

  find(name: string): Promise<ScheduledJob | null> {
    return Promise.resolve(this.jobs.get(name) ?? null);
  }

  cancel(id: string, reason?: string): Promise<ScheduledJob> {
    if (this.refusal !== null) return Promise.reject(this.refusal);
    const job = [...this.jobs.values()].find((each) => each.id === id);
    if (job === undefined) throw new Error(`no job ${id}`);
    this.cancelled.push({ id, reason });
    this.jobs.set(job.name, job.cancel(NOON, reason));
    return Promise.resolve(job);
  }

  triggerEvent(name: string, data: JsonObject = {}, { id }: TriggerOptions = {}): Promise<EventReport> {
    this.triggered.push({ name, data, id });
    const event = { id: id ?? 'event', name, at: NOON, tenant: null, data };
    return Promise.resolve({ event, jobs: [], executions: [], repeated: 0, failures: [] });
  }

  /** Completes a job, as if its only occurrence had run. */
  complete(name: string): void {
    const job = this.jobs.get(name);
    if (job === undefined) throw new Error(`no job ${name}`);
    this.jobs.set(name, job.complete(NOON));
  }
}

function storedJob(definition: ScheduleDefinition): ScheduledJob {
  const name = definition.name ?? definition.type;
  return new ScheduledJob({
    id: `id-of-${name}`,
    name,
    description: null,
    type: jobType(definition.type),
    targetId: definition.targetId ?? null,
    payload: null,
    trigger: definition.trigger,
    policies: {
      timeoutMs: 300_000,
      maxRetries: 3,
      backoff: DEFAULT_BACKOFF,
      onExhausted: 'continue',
      queue: 'default',
      priority: 5,
      allowOverlap: false,
      missedRuns: DEFAULT_MISSED_RUNS,
      ...NO_CONCURRENCY_LIMITS,
      unique: null,
    },
    tags: [],
    metadata: {},
    tenant: null,
    createdBy: null,
    status: 'active',
    startAt: definition.startAt ?? null,
    endAt: null,
    maxExecutions: definition.maxExecutions ?? null,
    jitterMs: 0,
    exclusions: null,
    nextRunAt: NOON,
    lastRunAt: null,
    counters: NO_COUNTS,
    revision: 1,
    createdAt: NOON,
    updatedAt: NOON,
    pausedAt: null,
    completedAt: null,
    cancelledAt: null,
    statusReason: null,
  });
}
