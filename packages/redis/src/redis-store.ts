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
  /** Only for how much time has passed: what is due is decided by the time of Redis. Default: that of the process. */
  readonly clock?: Pick<Clock, 'monotonicMs'>;
  /** Default: nobody is told. */
  readonly logger?: Logger;
}

const PROCESS_CLOCK = { monotonicMs: () => performance.now() };

/**
 * Everything on Redis, without a database: jobs, executions, queues and what nodes share besides. What is written is as durable as the
 * Redis is set to be: with `appendonly yes` and `appendfsync always` nothing that was acknowledged is lost.
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
