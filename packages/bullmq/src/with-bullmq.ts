import {
  type Clock,
  type CompleteStore,
  ConfigurationInvalid,
  type Logger,
  type SchedulerStore,
  silentLogger,
} from '@scheduler/contracts';
import {
  anything,
  type Check,
  checkInput,
  clock as aClock,
  fields,
  flag,
  having,
  isFunction,
  oneOf,
  optional,
  wholeNumber,
} from '@scheduler/contracts/adapter';
import {
  Clients,
  CONNECTION_OPTIONS,
  connectForCommands,
  connectForWaiting,
  logConnectionErrors,
  DEFAULT_KEY_PREFIX,
  RedisCircuitRepository,
  RedisEventBus,
  RedisLeaderElection,
  RedisRateLimitRepository,
  Scripts,
  toStoreError,
} from '@scheduler/redis/parts';
import { type RedisConnectionOptions, streamKeyOf } from '@scheduler/redis';
import { BullmqJobQueue } from './queue/bullmq-job-queue.js';

export interface BullmqOptions extends RedisConnectionOptions {
  readonly clock: Clock;
  /** The configured lease of executions. Messages that a dead worker held go to others within that time. Default 30 s. */
  readonly leaseMs?: number;
  /** Default: nothing is logged. */
  readonly logger?: Logger;
  /** Where nodes elect their leader, if leader election is on. With `redis` there is no leader while Redis is away, so that no job fires. Default `store`. */
  readonly leadership?: 'store' | 'redis';
  /** Whether each dispatch is also added to the stream `job.dispatch`, for services that are not nodes. It costs one command each. Default false. */
  readonly mirrorDispatches?: boolean;
  /** Whether the start and the end of each execution are also added to the stream `events`. It costs one command each. Default false. */
  readonly streamExecutions?: boolean;
  /** The approximate number of entries that each stream keeps. Default 10,000. */
  readonly streamLength?: number;
  /** The milliseconds that tests add to the time of Redis. Default 0. */
  readonly shiftMs?: () => number;
}

const DEFAULT_LEASE_MS = 30_000;
const LONGEST_LEASE_MS = 86_400_000;
const LONGEST_STREAM = 1_000_000_000;

const STORE: Check = having(
  ['open', 'close'],
  'the store of jobs and executions, such as createKnexStore(…)',
);
const OPTIONS: Check = fields(
  {
    ...CONNECTION_OPTIONS,
    clock: aClock,
    leaseMs: optional(wholeNumber(1_000, LONGEST_LEASE_MS)),
    logger: anything,
    leadership: optional(oneOf('store', 'redis')),
    mirrorDispatches: optional(flag),
    streamExecutions: optional(flag),
    streamLength: optional(wholeNumber(1, LONGEST_STREAM)),
    shiftMs: optional(isFunction('a function () => milliseconds')),
  } satisfies Record<keyof BullmqOptions, Check>,
  "{ url: 'redis://localhost:6379', clock }",
);

/** Its rate limits and circuits are on Redis, whatever the store beneath it has. */
export type StoreWithBullmq = SchedulerStore & Pick<CompleteStore, 'circuits' | 'rateLimits'>;

/**
 * Adds BullMQ as the queue of a store, and keeps rate limits, circuits and events on the same Redis. The state of jobs and executions
 * stays in the store, so that data loss in Redis delays executions by seconds only.
 *
 * @example
 * const store = withBullmq(createKnexStore({ connection, clock }), { url: 'redis://localhost:6379', clock });
 */
export function withBullmq(store: SchedulerStore, options: BullmqOptions): StoreWithBullmq {
  checkInput({ value: store, check: STORE, field: 'store', error: ConfigurationInvalid });
  checkInput({ value: options, check: OPTIONS, field: 'options', error: ConfigurationInvalid });
  const {
    clock,
    logger = silentLogger,
    leaseMs = DEFAULT_LEASE_MS,
    leadership = 'store',
    ...redis
  } = options;
  const { mirrorDispatches = false, shiftMs = () => 0, ...streams } = redis;
  const commands = connectForCommands(redis);
  const waiting = connectForWaiting(redis);
  const onError = logConnectionErrors([commands, waiting], { logger, clock });
  const keyPrefix = redis.keyPrefix ?? DEFAULT_KEY_PREFIX;
  const scripts = new Scripts(commands, {
    get shiftMs() {
      return shiftMs();
    },
  });
  // A third of the lease, because BullMQ notices a dead worker only at its second check.
  const lockMs = Math.ceil(leaseMs / 3);
  const queue = new BullmqJobQueue({ clock, commands, waiting, keyPrefix, lockMs, onError });
  const events = new RedisEventBus({
    commands,
    waiting,
    key: streamKeyOf('events', { keyPrefix }),
    dispatchKey: mirrorDispatches ? streamKeyOf('job.dispatch', { keyPrefix }) : null,
    ...streams,
    onError,
  });
  const clients = new Clients([commands, waiting]);
  return {
    ...portsOf(store),
    queue,
    events,
    leadership:
      leadership === 'store'
        ? store.leadership
        : new RedisLeaderElection({ scripts, clock, key: `${keyPrefix}leader` }),
    rateLimits: new RedisRateLimitRepository({ scripts, key: `${keyPrefix}rate-limits` }),
    circuits: new RedisCircuitRepository({ scripts, key: `${keyPrefix}circuits` }),
    servers: [
      ...(store.servers ?? []),
      {
        name: 'Redis',
        holds: 'the messages of the queue, events, rate limits and circuits',
        ping: () => commands.ping(),
      },
    ],
    open: async () => {
      await Promise.all([store.open(), clients.open().catch(failToOpen)]);
      events.open();
    },
    close: async () => {
      await Promise.all([queue.close(), events.close()]);
      await clients.close();
      await store.close();
    },
  };
}

function failToOpen(error: unknown): never {
  throw toStoreError(error);
}

type KeptPort =
  | 'capabilities'
  | 'migrations'
  | 'upkeep'
  | 'schedules'
  | 'executions'
  | 'queues'
  | 'statistics'
  | 'eventHandlers'
  | 'workflows'
  | 'access'
  | 'alerts'
  | 'tenantUsage'
  | 'eventLog';

/** Copies the ports by name, because they may be getters of a class, which a spread would lose. */
function portsOf(store: SchedulerStore): Pick<SchedulerStore, KeptPort> {
  const { schedules, executions, queues, statistics, eventHandlers, workflows } = store;
  const { access, alerts, tenantUsage, eventLog, migrations, upkeep = null } = store;
  const capabilities = { ...store.capabilities, name: `${store.capabilities.name} and BullMQ` };
  return {
    capabilities,
    migrations,
    upkeep,
    schedules,
    executions,
    queues,
    statistics,
    eventHandlers,
    workflows,
    access,
    alerts,
    tenantUsage,
    eventLog,
  };
}
