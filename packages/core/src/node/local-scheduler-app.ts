import {
  type EnqueueRequest,
  type Execution,
  InputError,
  type JobHandler,
  type JobReference,
  type Leader,
  type ScheduledJob,
  type ScheduleDefinition,
  ScheduleInvalid,
  type Trigger,
  trigger,
  type WriteOptions,
} from '@scheduler/contracts';
import { accepting, checkInput } from '@scheduler/contracts/adapter';
import { isOrdinary } from '../support/input/read-input.js';
import type { HandlerRegistry } from '../execute/handlers/handler-registry.js';
import type { TypeDefaults } from '../execute/handlers/type-defaults.js';
import type { SchedulerNode } from './scheduler-node.js';
import type { QueueControl } from '../work/queues/queue-control.js';
import { DeferredScheduler } from '../schedule/deferred-scheduler.js';
import { ensureJob, namedDefinition } from '../define/sentences/ensure-job.js';
import type { EveryOne, JobBuilder } from '../define/sentences/every-builder.js';
import { type HandlerFunction, type HandlerInput, HandlerInputs } from '../define/sentences/handler-input.js';
import { definitionOfData, type JobData } from '../define/sentences/job-data.js';
import { allJobs, type JobSummary, jobSummary } from '../define/sentences/job-summary.js';
import {
  type EnqueueOptions,
  mergeOptions,
  type SentenceOptions,
} from '../define/sentences/sentence-options.js';
import type { SchedulerApp } from './scheduler-app.js';
import { every, type NamedJob, OnceBuilder } from '../define/sentences/sentence-builders.js';

/** A node with everything of its scheduler, and the short ways to define jobs. */
export class LocalSchedulerApp extends DeferredScheduler implements SchedulerApp {
  private readonly inputs: HandlerInputs;
  private readonly defineNamed = (job: NamedJob) => this.ensure(job);

  constructor(
    readonly node: SchedulerNode,
    private readonly handlers: HandlerRegistry,
  ) {
    super(() => node.scheduler);
    this.inputs = new HandlerInputs(handlers);
  }

  get running(): boolean {
    return this.node.running;
  }

  get queues(): QueueControl {
    return this.node.queues;
  }

  async start(): Promise<void> {
    await this.node.start();
  }

  async stop(): Promise<void> {
    await this.node.stop();
  }

  every(count = 1): EveryOne {
    return every(this.defineNamed, count);
  }

  at(date: Date): JobBuilder {
    return new OnceBuilder(this.defineNamed, date);
  }

  register(
    type: string,
    handler: HandlerFunction<never> | JobHandler<never>,
    ...defaults: readonly TypeDefaults[]
  ): void {
    const registered = this.inputs.register(type, handler);
    try {
      if (defaults.length > 0) this.handlers.setDefaults(registered.type, mergeOptions(defaults));
    } catch (error) {
      registered.undo();
      throw error;
    }
  }

  override schedule(definition: ScheduleDefinition, options?: WriteOptions): Promise<ScheduledJob>;
  override schedule(
    name: string,
    when: string | readonly string[] | Trigger,
    handler: HandlerInput<never>,
    ...options: readonly SentenceOptions[]
  ): Promise<ScheduledJob>;
  override async schedule(
    first: ScheduleDefinition | string,
    second?: WriteOptions | string | readonly string[] | Trigger,
    handler?: HandlerInput<never>,
    ...options: readonly SentenceOptions[]
  ): Promise<ScheduledJob> {
    if (typeof first !== 'string') return super.schedule(first, second as WriteOptions | undefined);
    return this.ensure({
      name: first,
      trigger: triggerOf(second as string | readonly string[] | Trigger),
      handler: handler as HandlerInput<never>,
      options: mergeOptions(options),
    });
  }

  async define(definition: ScheduleDefinition): Promise<ScheduledJob> {
    checkInput({ value: definition, check: A_DEFINITION, field: 'definition', error: ScheduleInvalid });
    return ensureJob({ node: this.node, types: this.handlers }, namedDefinition(definition));
  }

  override enqueue(request: EnqueueRequest, options?: WriteOptions): Promise<Execution>;
  override enqueue(
    type: string,
    payload?: unknown,
    ...options: readonly EnqueueOptions[]
  ): Promise<Execution>;
  override async enqueue(
    first: EnqueueRequest | string,
    second?: unknown,
    ...options: readonly EnqueueOptions[]
  ): Promise<Execution> {
    return typeof first === 'string'
      ? super.enqueue(requestOf(first, second, options))
      : super.enqueue(first, second as WriteOptions | undefined);
  }

  override enqueueAt(request: EnqueueRequest, at: Date, options?: WriteOptions): Promise<Execution>;
  override enqueueAt(
    type: string,
    at: Date,
    payload?: unknown,
    ...options: readonly EnqueueOptions[]
  ): Promise<Execution>;
  override async enqueueAt(
    first: EnqueueRequest | string,
    at: Date,
    third?: unknown,
    ...options: readonly EnqueueOptions[]
  ): Promise<Execution> {
    return typeof first === 'string'
      ? super.enqueueAt(requestOf(first, third, options), at)
      : super.enqueueAt(first, at, third as WriteOptions | undefined);
  }

  async insert(data: JobData): Promise<ScheduledJob> {
    return super.schedule(definitionOfData(data));
  }

  delete(job: JobReference): Promise<void> {
    return this.unschedule(job);
  }

  async all(): Promise<readonly ScheduledJob[]> {
    return allJobs(await this.scheduler());
  }

  async status(job: JobReference): Promise<JobSummary> {
    return jobSummary(await this.scheduler(), job);
  }

  runningJobs(): Promise<readonly Execution[]> {
    return this.node.runningJobs();
  }

  async leader(): Promise<Leader | null> {
    return this.node.leadership.leader();
  }

  /** The handler is registered at once, even before the store is open. */
  private async ensure({ name, trigger: when, handler, options }: NamedJob): Promise<ScheduledJob> {
    const { type, undo } = this.inputs.typeOf(name, handler);
    try {
      return await this.define({ ...options, name, type, trigger: when });
    } catch (error) {
      // Without its definition the handler must not run anything. A store that is away may be there for the next call.
      if (error instanceof InputError) undo();
      throw error;
    }
  }
}

const A_DEFINITION = accepting(isOrdinary, 'is not an object', '{ name, type, trigger, … }');

function triggerOf(when: string | readonly string[] | Trigger): Trigger {
  return typeof when === 'string' || Array.isArray(when)
    ? trigger.cron(when as string | readonly string[])
    : (when as Trigger);
}

function requestOf(type: string, payload: unknown, options: readonly EnqueueOptions[]): EnqueueRequest {
  return { ...(payload === undefined ? {} : { payload }), ...mergeOptions(options), type };
}
