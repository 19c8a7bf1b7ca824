import { type CompleteStore, ConfigurationInvalid } from '@scheduler/contracts';
import {
  type Check,
  checkInput,
  fields,
  flag,
  isFunction,
  optional,
  storeClock,
} from '@scheduler/contracts/adapter';
import { MemoryAccessRepository } from './memory-access-repository.js';
import { MemoryAlertRepository } from './memory-alert-repository.js';
import { MemoryCircuitRepository } from './memory-circuit-repository.js';
import { MemoryDatabase, type StoreClock } from './database/memory-database.js';
import { MemoryEventBus } from './memory-event-bus.js';
import { MemoryEventHandlerRepository } from './memory-event-handler-repository.js';
import { MemoryEventLog } from './memory-event-log.js';
import { MemoryExecutionRepository } from './memory-execution-repository.js';
import { MemoryJobQueue } from './memory-job-queue.js';
import { MemoryLeaderElection } from './memory-leader-election.js';
import { MemoryQueueRepository } from './memory-queue-repository.js';
import { MemoryRateLimitRepository } from './memory-rate-limit-repository.js';
import { MemoryScheduleRepository } from './memory-schedule-repository.js';
import { MemoryStatisticsRepository } from './memory-statistics-repository.js';
import { MemoryTenantUsageRepository } from './memory-tenant-usage-repository.js';
import { MemoryWorkflowRepository } from './memory-workflow-repository.js';
import { STORE_NAME } from './database/refuse-transaction.js';

export interface MemoryStoreOptions {
  /** The time of the store. It decides what is due and which lease has expired. */
  readonly clock: StoreClock;
  /** Whether every change is appended to an event log, which is then the port `eventLog`. Default: false. */
  readonly eventLog?: boolean;
  /** Called with the error of a listener or a consumer that throws. Default: it is ignored. */
  readonly onError?: (error: unknown) => void;
}

const OPTIONS: Check = fields(
  {
    clock: storeClock,
    eventLog: optional(flag),
    onError: optional(isFunction('a function (error) => …')),
  } satisfies Record<keyof MemoryStoreOptions, Check>,
  '{ clock: new SystemClock() }',
);

/**
 * A store with every port in memory, with the semantics of a database. The nodes of a process can share one store: a node that closes it
 * does not affect the others, and its content lives as long as the object.
 *
 * @example
 * const store = createMemoryStore({ clock: new SystemClock() });
 */
export function createMemoryStore(options: MemoryStoreOptions): CompleteStore {
  checkInput({ value: options, check: OPTIONS, field: 'options', error: ConfigurationInvalid });
  const { clock, onError, eventLog = false } = options;
  const database = new MemoryDatabase(clock, { eventLog });
  return {
    capabilities: { name: STORE_NAME, transactions: false, durable: false },
    schedules: new MemoryScheduleRepository(database),
    executions: new MemoryExecutionRepository(database),
    queue: new MemoryJobQueue({ onError }),
    queues: new MemoryQueueRepository(database),
    rateLimits: new MemoryRateLimitRepository(clock),
    circuits: new MemoryCircuitRepository(clock),
    statistics: new MemoryStatisticsRepository(database),
    eventHandlers: new MemoryEventHandlerRepository(),
    workflows: new MemoryWorkflowRepository(database),
    access: new MemoryAccessRepository(clock),
    alerts: new MemoryAlertRepository(),
    tenantUsage: new MemoryTenantUsageRepository(database),
    eventLog: database.log === null ? null : new MemoryEventLog(database.log),
    leadership: new MemoryLeaderElection(clock),
    events: new MemoryEventBus({ onError }),
    migrations: null,
    open: async () => undefined,
    close: async () => undefined,
  };
}
