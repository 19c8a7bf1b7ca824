import { ConfigurationInvalid } from '@scheduler/contracts';
import { Redis, type RedisOptions } from 'ioredis';

export interface RedisConnectionOptions {
  /** The address, such as `redis://localhost:6379`, or `rediss:` for TLS. `db` overrides a database number in its path. */
  readonly url: string;
  /** The number of the database. Default: that of the URL, or 0. */
  readonly db?: number | null;
  /** The prefix of every key. Default `scheduler:`. */
  readonly keyPrefix?: string;
  /** Further options of ioredis, such as `tls`. */
  readonly redis?: RedisOptions;
}

export const DEFAULT_KEY_PREFIX = 'scheduler:';

/** How long a command may stay without a reply before it fails. */
const COMMAND_TIMEOUT_MS = 5_000;

/** How long a blocking connection may be silent. Longer than the longest blocking command, which is BullMQ's with 10 s. */
const BLOCKING_SILENCE_MS = 12_000;

const FAIL_SOON = {
  enableOfflineQueue: false,
  commandTimeout: COMMAND_TIMEOUT_MS,
  socketTimeout: COMMAND_TIMEOUT_MS,
};

/** A connection for commands, which fail soon while Redis is out of reach. */
export function connectForCommands(options: RedisConnectionOptions): Redis {
  return connect(options, { ...FAIL_SOON, maxRetriesPerRequest: 1 });
}

/**
 * A connection for scripts that must not be repeated blindly: a script whose reply was lost may have run, and only its caller can find
 * out. Its call rejects as soon as the connection is lost.
 */
export function connectForSteps(options: RedisConnectionOptions): Redis {
  return connect(options, { ...FAIL_SOON, maxRetriesPerRequest: 0, autoResendUnfulfilledCommands: false });
}

/** A connection for blocking reads, which are repeated until they succeed. A connection without any reply is closed all the same. */
export function connectForWaiting(options: RedisConnectionOptions): Redis {
  return connect(options, { maxRetriesPerRequest: null, socketTimeout: BLOCKING_SILENCE_MS });
}

function connect({ url, db, redis }: RedisConnectionOptions, kind: RedisOptions): Redis {
  return new Redis(readUrl(url), {
    ...redis,
    ...(db === undefined || db === null ? {} : { db }),
    ...kind,
    lazyConnect: true,
    connectionName: 'scheduler',
    retryStrategy: (times) => Math.min(50 * 2 ** times, 1_000),
  });
}

function readUrl(url: unknown): string {
  if (typeof url === 'string' && /^rediss?:\/\//.test(url)) return url;
  throw new ConfigurationInvalid({
    field: 'redis.url',
    // The URL may contain a password.
    value: typeof url === 'string' ? url.replace(/\/\/[^@/]*@/, '//…@') : url,
    problem: url === undefined ? 'is missing' : 'is not the address of a Redis server',
    accepted: 'redis://host:6379/0, or rediss:// for TLS',
  });
}
