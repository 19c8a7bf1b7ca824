import type { Clock, Logger, CompleteStore } from '@scheduler/contracts';
import type { Redis } from 'ioredis';
import { buildAccess } from './access/build-access.js';
import { buildAlerts } from './alerts/build-alerts.js';
import { RedisCircuitRepository } from './circuits/redis-circuit-repository.js';
import { RedisEventBus } from './events/redis-event-bus.js';
import { RedisLeaderElection } from './leadership/redis-leader-election.js';
import { RedisRateLimitRepository } from './rate-limits/redis-rate-limit-repository.js';
import { Clients } from './connection/clients.js';
import { disconnect } from './connection/disconnect.js';
import { logConnectionErrors } from './connection/log-connection-errors.js';
import type { Scripts } from './connection/script.js';
import { baseOf, RedisDatabase } from './database/redis-database.js';
import { STORE_NAME } from './database/refuse-transaction.js';
import { toStoreError, withStoreErrors } from './database/store-errors.js';
import { warnOfWeakDurability } from './database/warn-of-weak-durability.js';
import { RedisEventHandlerRepository } from './event-handlers/redis-event-handler-repository.js';
import { RedisEventLog } from './event-log/redis-event-log.js';
import { RedisExecutionRepository } from './redis-execution-repository.js';
import { RedisQueueRepository } from './queues/redis-queue-repository.js';
import { RedisSignalQueue } from './queues/redis-signal-queue.js';
import { RedisScheduleRepository } from './schedules/redis-schedule-repository.js';
import { RedisStatisticsRepository } from './statistics/redis-statistics-repository.js';
import { RedisTenantUsageRepository } from './tenants/redis-tenant-usage-repository.js';
import { RedisWorkflowRepository } from './workflows/redis-workflow-repository.js';

export interface StoreParts {
  /** The connection for commands, which fail soon. `scripts` uses the same one. */
  readonly commands: Redis;
  /** The connection for blocking reads and subscriptions, which use duplicates of it. */
  readonly waiting: Redis;
  readonly scripts: Scripts;
  readonly keyPrefix: string;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly logger: Logger;
  /** Whether changes are appended to the event log. Default: false. */
  readonly eventLog?: boolean;
}

/** Builds all ports of a store over a few shared connections. */
export function buildRedisStore({
  commands,
  waiting,
  scripts,
  keyPrefix,
  clock,
  logger,
  eventLog = false,
}: StoreParts): CompleteStore {
  const onError = logConnectionErrors([commands, waiting], { logger, clock });
  const database = new RedisDatabase({ redis: commands, scripts, base: baseOf(keyPrefix), logger, eventLog });
  const queue = new RedisSignalQueue({ commands, waiting, channel: database.key('wake'), onError });
  const events = new RedisEventBus({
    commands,
    waiting,
    key: `${keyPrefix}stream:scheduler:events`,
    onError,
  });
  let warned: Promise<void> | null = null;
  const warnOnce = () =>
    (warned ??= warnOfWeakDurability(commands, logger).catch((error: unknown) => {
      warned = null;
      throw error;
    }));
  const clients = new Clients([commands]);
  const guarded = <T extends object>(repository: T): T => withStoreErrors(repository, () => clients.isClosed);
  return {
    capabilities: { name: STORE_NAME, transactions: false, durable: true },
    schedules: guarded(new RedisScheduleRepository(database)),
    executions: guarded(new RedisExecutionRepository(database)),
    queue,
    queues: guarded(new RedisQueueRepository(database)),
    rateLimits: guarded(new RedisRateLimitRepository({ scripts, key: `${keyPrefix}rate-limits` })),
    circuits: guarded(new RedisCircuitRepository({ scripts, key: `${keyPrefix}circuits` })),
    statistics: guarded(new RedisStatisticsRepository(database)),
    eventHandlers: guarded(new RedisEventHandlerRepository(database)),
    workflows: guarded(new RedisWorkflowRepository(database)),
    access: buildAccess(database, guarded),
    alerts: buildAlerts(database, guarded),
    tenantUsage: guarded(new RedisTenantUsageRepository(database)),
    leadership: guarded(new RedisLeaderElection({ scripts, clock, key: `${keyPrefix}leader` })),
    events,
    eventLog: eventLog ? guarded(new RedisEventLog(database)) : null,
    migrations: null,
    open: async () => {
      await translated(() => clients.open().then(warnOnce));
      queue.open();
      events.open();
    },
    close: async () => {
      await Promise.all([queue.close(), events.close()]);
      await clients.close();
      await disconnect(waiting);
    },
  };
}

async function translated(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw toStoreError(error);
  }
}
