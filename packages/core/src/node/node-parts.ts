import type {
  AlertMailer,
  CalendarExporter,
  Clock,
  EventBus,
  IdGenerator,
  JobObserver,
  Logger,
  OptionalPorts,
  ProcessStatistics,
  Randomness,
  ScheduleDefinition,
  StoreCapabilities,
  StoreMigrations,
  StoreServer,
  StoreUpkeep,
  Tracing,
} from '@scheduler/contracts';
import type {
  ExecutionRepository,
  JobQueue,
  LeaderElection,
  QueueRepository,
  ScheduleRepository,
} from '@scheduler/contracts/adapter';
import type { SchedulerConfig } from '../config/scheduler-config.js';
import type { ErrorClassifier } from '../policies/failures/classify-error.js';
import type { Gate } from '../policies/gates/gate.js';
import type { TenantQuotasSource } from '../policies/quotas/quotas-of-tenant.js';
import type { HandlerRegistry } from '../execute/handlers/handler-registry.js';
import type { MiddlewareInput } from '../execute/middleware/middleware-services.js';
import type { Redact } from '../support/redaction/redact.js';
import type { EventReader } from '../event-log/readers/define-reader.js';
import type { RecurrenceEngine } from '@scheduler/recurrence';
import type { SecretSource } from '../system/system-secrets.js';
import type { WorkflowEngine } from './workflow-engine.js';

/** The ports and services that a node is wired from; each can be another implementation. The optional ports may be missing. */
export interface NodeParts extends OptionalPorts {
  readonly config: SchedulerConfig;
  readonly clock: Clock;
  readonly ids: IdGenerator;
  readonly randomness: Randomness;
  readonly logger: Logger;
  readonly schedules: ScheduleRepository;
  readonly executions: ExecutionRepository;
  readonly queue: JobQueue;
  readonly queues: QueueRepository;
  readonly leadership: LeaderElection;
  readonly events: EventBus;
  readonly handlers: HandlerRegistry;
  readonly recurrence: RecurrenceEngine;
  readonly store: StoreLifecycle;
  /** Writes jobs as calendars. Default: one that refuses. */
  readonly calendarExporter?: CalendarExporter;
  /** Sends the mails of alerts. Default: the application has none. */
  readonly alertMailer?: AlertMailer;
  /** Where the secrets of API keys come from. Default: the random numbers of the system that are made for it. */
  readonly secrets?: SecretSource;
  /** The workflows of the program. Default: none. */
  readonly workflowEngine?: WorkflowEngine;
  /** Default: those of the process that the node runs in. */
  readonly processStatistics?: ProcessStatistics;
  /** The application's own classification of errors, which comes before the built-in one. Default: none. */
  readonly classifyError?: ErrorClassifier;
  /** Stores and continues distributed traces. Default: none. */
  readonly tracing?: Tracing;
  /** Takes secrets out of what is stored and logged. Default: those that every node knows. */
  readonly redact?: Redact;
  /** What the application says about the quotas of a tenant. Default: they are as configured. */
  readonly tenantQuotas?: TenantQuotasSource;
  /** Policies that can defer executions, in the order in which they are asked. Default: none. */
  readonly gates?: readonly Gate[];
  /** The middleware around every handler, the outermost first. Default: none. */
  readonly middleware?: readonly MiddlewareInput[];
  /** Called with what happens to executions. Default: none. */
  readonly observers?: readonly JobObserver[];
  /** What reads the event log on this node. Default: nothing. */
  readonly eventReaders?: readonly EventReader[];
  /** The jobs that the application declares; an empty list says that there are none any more. Default: it declares nothing. */
  readonly jobs?: readonly ScheduleDefinition[];
}

/** What a node needs of a store besides its ports. */
export interface StoreLifecycle {
  readonly capabilities: StoreCapabilities;
  /** Null: it has no schema to migrate. */
  readonly migrations: StoreMigrations | null;
  /** Servers that it needs besides the one that holds jobs and executions. Default: none. */
  readonly servers?: readonly StoreServer[];
  /** Maintenance of the database itself. Null or missing: it has none. */
  readonly upkeep?: StoreUpkeep | null;
  open(): Promise<void>;
  close(): Promise<void>;
}
