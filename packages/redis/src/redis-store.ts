import { type Clock, type Logger, type CompleteStore, silentLogger } from '@scheduler/contracts';
import {
  connectForSteps,
  connectForWaiting,
  DEFAULT_KEY_PREFIX,
  type RedisConnectionOptions,
} from './connection/connect.js';
import { Scripts } from './connection/script.js';
import { buildRedisStore } from './build-redis-store.js';

export interface RedisStoreOptions extends RedisConnectionOptions {
  /** Measures elapsed time only; what is due is decided by the time of Redis. Default: the clock of the process. */
  readonly clock?: Pick<Clock, 'monotonicMs'>;
  /** Default: nothing is logged. */
  readonly logger?: Logger;
}

const PROCESS_CLOCK = { monotonicMs: () => performance.now() };

/**
 * Creates a store on Redis, without a database, for jobs, executions, queues and all other shared state. Writes are as durable as the
 * Redis server is configured: with `appendonly yes` and `appendfsync always` no acknowledged write is lost.
 *
 * @example
 * const store = createRedisStore({ url: 'redis://localhost:6379' });
 */
export function createRedisStore({
  clock = PROCESS_CLOCK,
  logger = silentLogger,
  ...options
}: RedisStoreOptions): CompleteStore {
  const commands = connectForSteps(options);
  const keyPrefix = options.keyPrefix ?? DEFAULT_KEY_PREFIX;
  return buildRedisStore({
    commands,
    waiting: connectForWaiting(options),
    scripts: new Scripts(commands),
    keyPrefix,
    clock,
    logger,
  });
}
