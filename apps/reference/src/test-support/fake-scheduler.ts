import {
  type EventReport,
  jobType,
  type JsonObject,
  type ScheduleDefinition,
  type ScheduledJob,
  type Scheduler,
  type TriggerOptions,
} from '@scheduler/contracts';
import { buildJob } from '@scheduler/testing';
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
  private eventRefusal: Error | null = null;

  refuseWith(error: Error): void {
    this.refusal = error;
  }

  refuseEventsWith(error: Error): void {
    this.eventRefusal = error;
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
    if (this.eventRefusal !== null) return Promise.reject(this.eventRefusal);
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
  return buildJob(NOON, {
    id: `id-of-${name}`,
    name,
    type: jobType(definition.type),
    targetId: definition.targetId ?? null,
    trigger: definition.trigger,
    startAt: definition.startAt ?? null,
    maxExecutions: definition.maxExecutions ?? null,
  });
}
