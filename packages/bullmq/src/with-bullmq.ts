import {
  type Clock,
  type CompleteStore,
  type Logger,
  type SchedulerStore,
  silentLogger,
} from '@scheduler/contracts';
import {
  connectForCommands,
  connectForWaiting,
  DEFAULT_KEY_PREFIX,
  disconnect,
  RedisCircuitRepository,
  RedisEventBus,
  RedisLeaderElection,
  RedisRateLimitRepository,
  Scripts,
} from '@scheduler/redis/parts';
import { type RedisConnectionOptions, streamKeyOf } from '@scheduler/redis';
import { BullmqJobQueue } from './queue/bullmq-job-queue.js';

export interface BullmqOptions extends RedisConnectionOptions {
  readonly clock: Clock;
  /** The lease of executions, as configured: what a dead worker was about to claim is handed on in that time. Default 30 s. */
  readonly leaseMs?: number;
  /** Default: nobody is told. */
  readonly logger?: Logger;
  /** Where nodes elect their leader, if they are told to. `redis`: while it is away there is none, and nothing falls due. Default `store`. */
  readonly leadership?: 'store' | 'redis';
  /** Whether each dispatch is an entry of the stream `job.dispatch` too, for services that are no nodes. Costs one command each. Default false. */
  readonly mirrorDispatches?: boolean;
  /** Whether the start and the end of each execution are in the stream `events` too. Costs one command each. Default false. */
  readonly streamExecutions?: boolean;
  /** About how many entries each stream keeps. Default 10,000. */
  readonly streamLength?: number;
  /** Moves the time of Redis, for tests. Default: not at all. */
  readonly shiftMs?: () => number;
}

const DEFAULT_LEASE_MS = 30_000;

/** Its rate limits and circuits are on Redis, whatever the store beneath it has. */
export type StoreWithBullmq = SchedulerStore & Pick<CompleteStore, 'circuits' | 'rateLimits'>;

/**
 * The same store with BullMQ as its queue, and with rate limits, circuits and events on the same Redis. The store stays the truth about
 * jobs and executions: what Redis loses costs seconds.
 *
 * @example
 * const store = withBullmq(createKnexStore({ connection, clock }), { url: 'redis://localhost:6379', clock });
 */
export function withBullmq(
  store: SchedulerStore,
  { clock, logger = silentLogger, leaseMs = DEFAULT_LEASE_MS, leadership = 'store', ...redis }: BullmqOptions,
): StoreWithBullmq {
  const { mirrorDispatches = false, shiftMs = () => 0, ...streams } = redis;
  const commands = connectForCommands(redis);
  const waiting = connectForWaiting(redis);
  const onError = (error: unknown) => logger.warn('redis', { error: String(error) });
  for (const client of [commands, waiting]) client.on('error', onError);
  const keyPrefix = redis.keyPrefix ?? DEFAULT_KEY_PREFIX;
  const scripts = new Scripts(commands, {
    get shiftMs() {
      return shiftMs();
    },
  });
  // It is noticed when it has been missing at two looks in a row.
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
  let opened: Promise<unknown> | null = null;
  const connect = () =>
    Promise.all(
      [commands, waiting].filter(({ status }) => status === 'wait').map((client) => client.connect()),
    );
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
    open: async () => {
      await Promise.all([store.open(), (opened ??= connect())]);
    },
    close: async () => {
      await Promise.all([queue.close(), events.close()]);
      await disconnect(commands, waiting);
      await store.close();
    },
  };
}

type Kept =
  'capabilities' | 'migrations' | 'schedules' | 'executions' | 'queues' | 'statistics' | 'eventHandlers';

/** Whether they are properties or getters of a class. */
function portsOf(store: SchedulerStore): Pick<SchedulerStore, Kept> {
  const { schedules, executions, queues, statistics, eventHandlers, migrations } = store;
  const capabilities = { ...store.capabilities, name: `${store.capabilities.name} and BullMQ` };
  return { capabilities, migrations, schedules, executions, queues, statistics, eventHandlers };
}
