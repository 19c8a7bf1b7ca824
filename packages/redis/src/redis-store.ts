import {
  type Clock,
  type CompleteStore,
  ConfigurationInvalid,
  type Logger,
  silentLogger,
} from '@scheduler/contracts';
import {
  anything,
  type Check,
  checkInput,
  fields,
  flag,
  having,
  optional,
} from '@scheduler/contracts/adapter';
import { CONNECTION_OPTIONS } from './connection/connection-options.js';
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
  /** Whether every change is appended to an event log, which is then the port `eventLog`. Default: false. */
  readonly eventLog?: boolean;
  /** Default: nothing is logged. */
  readonly logger?: Logger;
}

const OPTIONS: Check = fields(
  {
    ...CONNECTION_OPTIONS,
    clock: optional(having(['monotonicMs'], 'a Clock, such as new SystemClock()')),
    eventLog: optional(flag),
    logger: anything,
  } satisfies Record<keyof RedisStoreOptions, Check>,
  "{ url: 'redis://localhost:6379' }",
);

const PROCESS_CLOCK = { monotonicMs: () => performance.now() };

/**
 * Creates a store on Redis, without a database, for jobs, executions, queues and all other shared state. Writes are as durable as the
 * Redis server is configured: with `appendonly yes` and `appendfsync always` no acknowledged write is lost.
 *
 * @example
 * const store = createRedisStore({ url: 'redis://localhost:6379' });
 */
export function createRedisStore(given: RedisStoreOptions): CompleteStore {
  checkInput({ value: given, check: OPTIONS, field: 'options', error: ConfigurationInvalid });
  const { clock = PROCESS_CLOCK, logger = silentLogger, eventLog = false, ...options } = given;
  const commands = connectForSteps(options);
  const keyPrefix = options.keyPrefix ?? DEFAULT_KEY_PREFIX;
  return buildRedisStore({
    commands,
    waiting: connectForWaiting(options),
    scripts: new Scripts(commands),
    keyPrefix,
    clock,
    logger,
    eventLog,
  });
}
