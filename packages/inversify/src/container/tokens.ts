import type {
  AgentDispatcher,
  AlertMailer,
  CalendarExporter,
  Clock,
  EventBus,
  IdGenerator,
  JobHandler,
  JobObserver,
  Logger,
  ProcessStatistics,
  Tracing,
  Randomness,
  ScheduleDefinition,
  Scheduler,
  SchedulerStore,
  WorkflowDispatcher,
} from '@scheduler/contracts';
import type {
  AccessRepository,
  AlertRepository,
  CircuitRepository,
  EventHandlerRepository,
  EventLog,
  ExecutionRepository,
  JobQueue,
  LeaderElection,
  QueueRepository,
  RateLimitRepository,
  ScheduleRepository,
  StatisticsRepository,
  TenantUsageRepository,
  WorkflowRepository,
} from '@scheduler/contracts/adapter';
import type { RecurrenceEngine } from '@scheduler/recurrence';
import type {
  EventReader,
  HandlerRegistry,
  MiddlewareInput,
  SchedulerConfig,
  SchedulerNode,
  TenantQuotasSource,
  WorkflowEngine,
} from '@scheduler/core';
import type { ServiceIdentifier } from 'inversify';

/** `Symbol.for`, so that two copies of this package in one process use the same tokens. */
export function token<TService>(name: string): ServiceIdentifier<TService> {
  return Symbol.for(`scheduler.${name}`);
}

export const CLOCK = token<Clock>('clock');
export const ID_GENERATOR = token<IdGenerator>('id_generator');
export const RANDOMNESS = token<Randomness>('randomness');
export const LOGGER = token<Logger>('logger');
/** Memory, CPU and uptime for metrics. */
export const PROCESS_STATISTICS = token<ProcessStatistics>('process_statistics');
/** Not bound by default: nothing is traced. */
export const TRACING = token<Tracing>('tracing');

/** The store with all its ports. The ports below are taken from it, unless they are bound separately. Null: the store has no such port. */
export const SCHEDULER_STORE = token<SchedulerStore>('store');
export const SCHEDULE_REPOSITORY = token<ScheduleRepository>('schedule_repository');
export const EXECUTION_REPOSITORY = token<ExecutionRepository>('execution_repository');
export const JOB_QUEUE = token<JobQueue>('job_queue');
/** The settings of queues. The queue itself is JOB_QUEUE. */
export const QUEUE_REPOSITORY = token<QueueRepository>('queue_repository');
export const RATE_LIMIT_REPOSITORY = token<RateLimitRepository | null>('rate_limit_repository');
export const CIRCUIT_REPOSITORY = token<CircuitRepository | null>('circuit_repository');
export const STATISTICS_REPOSITORY = token<StatisticsRepository | null>('statistics_repository');
export const LEADER_ELECTION = token<LeaderElection>('leader_election');
export const EVENT_BUS = token<EventBus>('event_bus');
export const EVENT_HANDLER_REPOSITORY = token<EventHandlerRepository | null>('event_handler_repository');
export const WORKFLOW_REPOSITORY = token<WorkflowRepository | null>('workflow_repository');
export const TENANT_USAGE_REPOSITORY = token<TenantUsageRepository | null>('tenant_usage_repository');
export const EVENT_LOG = token<EventLog | null>('event_log');
export const ALERT_REPOSITORY = token<AlertRepository | null>('alert_repository');
export const ACCESS_REPOSITORY = token<AccessRepository | null>('access_repository');

/** Sends the mails of alerts. There are none unless it is bound. */
export const ALERT_MAILER = token<AlertMailer>('alert_mailer');

/** What a tenant may have at most, besides the configuration. There is nothing more unless it is bound. */
export const TENANT_QUOTAS = token<TenantQuotasSource>('tenant_quotas');

/** Dispatches work to agents. There is none unless it is bound. */
export const AGENT_DISPATCHER = token<AgentDispatcher>('agent_dispatcher');
/** Starts workflows for jobs and events. Default: that of WORKFLOW_ENGINE. */
export const WORKFLOW_DISPATCHER = token<WorkflowDispatcher>('workflow_dispatcher');
/** The workflows of the program, as the node sees them. `workflowsModule` of @scheduler/inversify/workflows binds it; there is none otherwise. */
export const WORKFLOW_ENGINE = token<WorkflowEngine>('workflow_engine');
/**
 * The tag for definitions of workflows. Its type here is as wide as possible, because applications without workflows do not have the package
 * that knows it; @scheduler/inversify/workflows exports it with its type.
 */
export const TAGGED_WORKFLOWS = token<unknown>('workflows');

export const CALENDAR_EXPORTER = token<CalendarExporter>('calendar_exporter');
export const SCHEDULER_CONFIG = token<SchedulerConfig>('config');
export const HANDLER_REGISTRY = token<HandlerRegistry>('handler_registry');
export const RECURRENCE_ENGINE = token<RecurrenceEngine>('recurrence_engine');

/** The scheduler for domain code. Handlers may inject it too. */
export const SCHEDULER = token<Scheduler>('scheduler');
/** The node that the process starts and stops, and that the console loads. */
export const SCHEDULER_NODE = token<SchedulerNode>('node');

/** The tag for handlers: every handler bound to it is registered, from any module. */
export const SCHEDULER_HANDLERS = token<JobHandler>('handlers');
/** The tag for middleware, in the order of the bindings: the first is the outermost. */
export const SCHEDULER_MIDDLEWARE = token<MiddlewareInput>('middleware');
/** The tag for observers, which are notified of executions and change nothing. */
export const SCHEDULER_OBSERVERS = token<JobObserver>('observers');
/** Subscriptions and projections that read the event log on this node. Bind as many as there are. */
export const SCHEDULER_EVENT_READERS = token<EventReader>('event_readers');

/** The jobs that one binding declares: one or several. */
export type DeclaredDefinitions = ScheduleDefinition | readonly ScheduleDefinition[];

/** The tag for declared jobs, which the node stores when it starts. Without a binding nothing is declared. */
export const SCHEDULER_JOBS = token<DeclaredDefinitions>('jobs');

/** The part of a command that the console needs, without depending on the console. */
export interface ConsoleCommand {
  readonly name: string;
  readonly description: string;
  run(...given: never[]): Promise<number | void>;
}

/** The tag for commands that an application adds to the console. */
export const SCHEDULER_COMMANDS = token<ConsoleCommand>('commands');

/** Called once the store is open and before a command of the console uses it, for example to prepare data. */
export type ReadyHook = (node: SchedulerNode) => Promise<void> | void;

/** The token for the ready hook. At most one is bound. */
export const SCHEDULER_READY = token<ReadyHook>('ready');
