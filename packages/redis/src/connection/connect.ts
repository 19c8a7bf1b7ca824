import { ConfigurationInvalid } from '@scheduler/contracts';
import { Redis, type RedisOptions } from 'ioredis';

export interface RedisConnectionOptions {
  /** Such as `redis://localhost:6379`; `rediss:` for TLS. A database number in its path counts unless `db` is given. */
  readonly url: string;
  /** The number of the database. Default: what the URL names, or 0. */
  readonly db?: number | null;
  /** Before every key. Default `scheduler:`. */
  readonly keyPrefix?: string;
  /** Whatever else ioredis is to know, such as `tls`. */
  readonly redis?: RedisOptions;
}

export const DEFAULT_KEY_PREFIX = 'scheduler:';

/** How long a command may stay without an answer before whoever asked goes on without it. */
const PATIENCE_MS = 5_000;

/** Longer than Redis is ever asked to wait for something before it answers: 10 s, by BullMQ. */
const SILENCE_MS = 12_000;

const SOON = {
  enableOfflineQueue: false,
  commandTimeout: PATIENCE_MS,
  socketTimeout: PATIENCE_MS,
};

/** For commands that somebody waits for: while Redis is out of reach they fail soon. */
export function connectForCommands(options: RedisConnectionOptions): Redis {
  return connect(options, { ...SOON, maxRetriesPerRequest: 1 });
}

/**
 * For steps that must not be repeated blindly: one whose answer was lost may have been carried out, and only who asked can tell. He
 * hears of it as soon as the connection is gone.
 */
export function connectForSteps(options: RedisConnectionOptions): Redis {
  return connect(options, { ...SOON, maxRetriesPerRequest: 0, autoResendUnfulfilledCommands: false });
}

/** For workers, which wait for as long as it takes. A connection on which nobody answers any more is given up all the same. */
export function connectForWaiting(options: RedisConnectionOptions): Redis {
  return connect(options, { maxRetriesPerRequest: null, socketTimeout: SILENCE_MS });
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

function readUrl(url: string): string {
  if (/^rediss?:\/\//.test(url)) return url;
  throw new ConfigurationInvalid({
    field: 'redis.url',
    // It may hold a password.
    value: url.replace(/\/\/[^@/]*@/, '//…@'),
    problem: 'is no address of a Redis',
    accepted: 'redis://host:6379/0, or rediss:// for TLS',
  });
}
