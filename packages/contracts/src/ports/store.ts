import type { AccessRepository } from './access-repository.js';
import type { AlertRepository } from './alert-repository.js';
import type { CircuitRepository } from './circuit-repository.js';
import type { EventBus } from '../events/event-bus.js';
import type { EventLog } from './event-log.js';
import type { EventHandlerRepository } from './event-handler-repository.js';
import type { ExecutionRepository } from './execution-repository.js';
import type { JobQueue } from './job-queue.js';
import type { LeaderElection } from './leader-election.js';
import type { QueueRepository } from './queue-repository.js';
import type { RateLimitRepository } from './rate-limit-repository.js';
import type { ScheduleRepository } from './schedule-repository.js';
import type { StatisticsRepository } from './statistics-repository.js';
import type { StoreMigrations } from './store-migrations.js';
import type { StoreUpkeep } from './store-upkeep.js';
import type { TenantUsageRepository } from './tenant-usage-repository.js';
import type { WorkflowRepository } from './workflow-repository.js';

/** What an adapter says about itself, so that what it cannot do is known and tested. */
export interface StoreCapabilities {
  /** The name of the store in messages. */
  readonly name: string;
  /** Whether writes join a CallerTransaction. */
  readonly transactions: boolean;
  /** Whether what is written survives the end of the process. */
  readonly durable: boolean;
  /** The most connections to its server that the store opens in one process. Default: there is no server, or it is not known. */
  readonly connections?: ConnectionBudget;
}

/** How many connections a store opens at most, by what they are for. */
export interface ConnectionBudget {
  readonly most: number;
  /** Such as `{ work: 10, leases: 2, notifications: 1 }`. */
  readonly uses: Readonly<Record<string, number>>;
}

/**
 * All ports of one kind of storage, made together by one factory. Each can be replaced by another. The first six are what a scheduler
 * needs. The optional ones may be null or missing: what needs them is then refused with FeatureNotSupported.
 */
export interface SchedulerStore extends OptionalPorts {
  readonly capabilities: StoreCapabilities;
  readonly schedules: ScheduleRepository;
  readonly executions: ExecutionRepository;
  readonly queue: JobQueue;
  readonly queues: QueueRepository;
  readonly leadership: LeaderElection;
  readonly events: EventBus;
  /** Null: it has no schema to migrate. */
  readonly migrations: StoreMigrations | null;
  /** Servers that it needs besides the one that holds jobs and executions, so that a health check can ask them. Default: none. */
  readonly servers?: readonly StoreServer[];
  /** Maintenance of the database itself. Null or missing: it needs none. */
  readonly upkeep?: StoreUpkeep | null;
  /** Ready to be used: connected, migrated, version checked. Safe to call again. */
  open(): Promise<void>;
  /** Gives up connections and timers. Safe to call again. */
  close(): Promise<void>;
}

/** A server beside the one that holds jobs and executions, such as Redis under a queue. */
export interface StoreServer {
  /** As people call it, such as `Redis`. */
  readonly name: string;
  /** What it is for, in words: `messages of the queue, events, rate limits and circuits`. */
  readonly holds: string;
  /** Rejects if it does not answer. */
  ping(): Promise<unknown>;
}

/** What a store may leave out. Properties may be missing, so that a port that is added later breaks no store. */
export interface OptionalPorts {
  readonly statistics?: StatisticsRepository | null;
  readonly circuits?: CircuitRepository | null;
  readonly rateLimits?: RateLimitRepository | null;
  readonly eventHandlers?: EventHandlerRepository | null;
  readonly workflows?: WorkflowRepository | null;
  readonly access?: AccessRepository | null;
  readonly tenantUsage?: TenantUsageRepository | null;
  /** Rules of alerts and alerts. Null or missing: nothing is watched. */
  readonly alerts?: AlertRepository | null;
  /** Off by default: a store has it where its option says so, because each change costs an event more. */
  readonly eventLog?: EventLog | null;
}

/** A store that leaves nothing out. Whether it has an event log is an option of it. */
export interface CompleteStore extends SchedulerStore {
  readonly access: AccessRepository;
  readonly alerts: AlertRepository;
  readonly tenantUsage: TenantUsageRepository;
  readonly workflows: WorkflowRepository;
  readonly statistics: StatisticsRepository;
  readonly circuits: CircuitRepository;
  readonly rateLimits: RateLimitRepository;
  readonly eventHandlers: EventHandlerRepository;
}
