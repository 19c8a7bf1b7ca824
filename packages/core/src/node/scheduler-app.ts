import type {
  EnqueueRequest,
  Execution,
  JobHandler,
  JobReference,
  Leader,
  ScheduledJob,
  ScheduleDefinition,
  Scheduler,
  Trigger,
  WriteOptions,
} from '@scheduler/contracts';
import type { TypeDefaults } from '../execute/handlers/type-defaults.js';
import type { SchedulerNode } from './scheduler-node.js';
import type { QueueControl } from '../work/queues/queue-control.js';
import type { EveryOne, EveryUnits, JobBuilder } from '../define/sentences/every-builder.js';
import type { HandlerFunction, HandlerInput } from '../define/sentences/handler-input.js';
import type { JobData } from '../define/sentences/job-data.js';
import type { JobSummary } from '../define/sentences/job-summary.js';
import type { EnqueueOptions, SentenceOptions } from '../define/sentences/sentence-options.js';

/**
 * A scheduler and its node in one object, for programs that wire nothing themselves. The store is opened by the first call,
 * so that jobs are defined first and `start` comes last.
 */
export interface SchedulerApp extends Scheduler {
  /** Everything else that a node can do. */
  readonly node: SchedulerNode;
  readonly running: boolean;
  /** Ticks and works until `stop`. Handlers must be registered before, or their stored work fails. */
  start(): Promise<void>;
  /** Lets running handlers finish within the grace period, and closes the store. */
  stop(): Promise<void>;

  /** `every().day().at('09:00')`, `every().monday()`. */
  every(count?: 1): EveryOne;
  /** `every(5).minutes()`, `every(2).weeks().monday()`. */
  every(count: number): EveryUnits;
  /** A job that runs once, at an instant in the future. */
  at(date: Date): JobBuilder;

  schedule<TPayload>(definition: ScheduleDefinition<TPayload>, options?: WriteOptions): Promise<ScheduledJob>;
  /**
   * A job by its name: a cron expression, several, or a trigger, and a function, a handler or a registered type. The same name again
   * changes the stored job where it is different, and leaves it alone where it is not.
   */
  schedule<TPayload = unknown>(
    name: string,
    when: string | readonly string[] | Trigger,
    handler: HandlerInput<TPayload>,
    ...options: readonly SentenceOptions[]
  ): Promise<ScheduledJob>;

  /** The same for a whole definition with a name. It has no `id` and no `enabled`: the job is created once, and only people pause it. */
  define<TPayload>(definition: ScheduleDefinition<TPayload>): Promise<ScheduledJob>;

  /** Registers the handler of a type, with the defaults of all work of that type. */
  register<TPayload = unknown>(
    type: string,
    handler: HandlerFunction<TPayload> | JobHandler<TPayload>,
    ...defaults: readonly TypeDefaults[]
  ): void;

  enqueue<TPayload>(request: EnqueueRequest<TPayload>, options?: WriteOptions): Promise<Execution>;
  enqueue(type: string, payload?: unknown, ...options: readonly EnqueueOptions[]): Promise<Execution>;

  enqueueAt<TPayload>(
    request: EnqueueRequest<TPayload>,
    at: Date,
    options?: WriteOptions,
  ): Promise<Execution>;
  enqueueAt(
    type: string,
    at: Date,
    payload?: unknown,
    ...options: readonly EnqueueOptions[]
  ): Promise<Execution>;

  /** A job from plain data. Unlike a definition by name, a name that is taken is refused. */
  insert(data: JobData): Promise<ScheduledJob>;
  /** Short for `unschedule`: deletes the job with its executions and logs. */
  delete(job: JobReference): Promise<void>;
  /** Every job, by name; `list` gives pages and filters. */
  all(): Promise<readonly ScheduledJob[]>;
  /** The state of a job: its status, its running executions, its last and its next run. */
  status(job: JobReference): Promise<JobSummary>;
  /** The executions that run now, on all nodes, oldest first; at most 1,000. */
  runningJobs(): Promise<readonly Execution[]>;
  readonly queues: QueueControl;
  /** Null: there is no leader, or none is needed. */
  leader(): Promise<Leader | null>;
}
