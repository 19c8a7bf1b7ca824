import { type Clock, type Logger, type SchedulerStore, silentLogger } from '@scheduler/contracts';
import { BullmqJobQueue } from './queue/bullmq-job-queue.js';
import {
  connectForCommands,
  connectForWaiting,
  DEFAULT_KEY_PREFIX,
  type RedisConnectionOptions,
} from './redis/connect.js';

export interface BullmqOptions extends RedisConnectionOptions {
  readonly clock: Clock;
  /** Default: nobody is told. */
  readonly logger?: Logger;
}

/**
 * The same store with BullMQ as its queue. The store stays the truth: what Redis loses costs seconds.
 *
 * @example
 * const store = withBullmq(createKnexStore({ connection, clock }), { url: 'redis://localhost:6379', clock });
 */
export function withBullmq(
  store: SchedulerStore,
  { clock, logger = silentLogger, ...redis }: BullmqOptions,
): SchedulerStore {
  const commands = connectForCommands(redis);
  const waiting = connectForWaiting(redis);
  const onError = (error: unknown) => logger.warn('redis', { error: String(error) });
  for (const client of [commands, waiting]) client.on('error', onError);
  const queue = new BullmqJobQueue({
    clock,
    commands,
    waiting,
    keyPrefix: redis.keyPrefix ?? DEFAULT_KEY_PREFIX,
    onError,
  });
  let opened: Promise<unknown> | null = null;
  const connect = () =>
    Promise.all([commands, waiting].map((client) => (client.status === 'wait' ? client.connect() : null)));
  return {
    ...portsOf(store),
    queue,
    open: async () => {
      await Promise.all([store.open(), (opened ??= connect())]);
    },
    close: async () => {
      await queue.close();
      for (const client of [commands, waiting]) client.disconnect();
      await store.close();
    },
  };
}

/** Whether they are properties or getters of a class. */
function portsOf(store: SchedulerStore): Omit<SchedulerStore, 'open' | 'close'> {
  const { schedules, executions, queue, queues, rateLimits, circuits, leadership, events } = store;
  return {
    capabilities: { ...store.capabilities, name: `${store.capabilities.name} and BullMQ` },
    migrations: store.migrations,
    schedules,
    executions,
    queue,
    queues,
    rateLimits,
    circuits,
    leadership,
    events,
  };
}
