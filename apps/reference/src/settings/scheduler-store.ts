import { resolve } from 'node:path';
import type * as Bullmq from '@scheduler/bullmq';
import type { Clock, Logger, SchedulerStore } from '@scheduler/contracts';
import type { SchedulerConfig } from '@scheduler/core';
import type * as Knex from '@scheduler/knex';
import type * as Memory from '@scheduler/memory';
import type * as Redis from '@scheduler/redis';

export interface StoreParts {
  readonly config: SchedulerConfig;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Only what is used is loaded: every command of the console pays for it at its start. */
const load = module.require.bind(module);

/** The store that `SCHEDULER_STORE` names, with the queue that `SCHEDULER_QUEUE` names. */
export function createSchedulerStore(parts: StoreParts): SchedulerStore {
  const store = createRepository(parts);
  const { config, clock, logger } = parts;
  if (config.queue === 'store') return store;
  const { withBullmq } = load('@scheduler/bullmq') as typeof Bullmq;
  return withBullmq(store, { ...config.redis, leaseMs: config.lease.durationMs, clock, logger });
}

/** Which names there are, and that a server has a URL, the configuration has checked. */
function createRepository({ config, clock, logger }: StoreParts): SchedulerStore {
  if (config.store === 'memory') {
    const { createMemoryStore } = load('@scheduler/memory') as typeof Memory;
    return createMemoryStore({ clock });
  }
  if (config.store === 'redis') {
    const { createRedisStore } = load('@scheduler/redis') as typeof Redis;
    return createRedisStore({ ...config.redis, clock, logger });
  }
  const { createKnexStore } = load('@scheduler/knex') as typeof Knex;
  return createKnexStore({ ...connectionOf(config), clock, logger });
}

type Target = Pick<Knex.KnexStoreOptions, 'connection' | 'tablePrefix' | 'schema'>;

function connectionOf({ store, tablePrefix, sqlite, postgres, mysql }: SchedulerConfig): Target {
  if (store === 'postgres') {
    const schema = postgres.schema === null ? {} : { schema: postgres.schema };
    return { connection: postgres.url ?? '', tablePrefix: postgres.tablePrefix, ...schema };
  }
  if (store === 'mysql') return { connection: mysql.url ?? '', tablePrefix };
  return { connection: `sqlite:${resolve(sqlite.file)}`, tablePrefix };
}

/** For people, and without a connection URL, which may hold a password. */
export function describeStore({ store, queue, sqlite }: SchedulerConfig): string {
  const news = queue === 'bullmq' ? ', with BullMQ by SCHEDULER_REDIS_URL' : '';
  if (store === 'memory') return `memory, which forgets when the process ends${news}`;
  return store === 'sqlite'
    ? `SQLite in ${resolve(sqlite.file)}${news}`
    : `${SERVERS[store]} by SCHEDULER_${store.toUpperCase()}_URL${news}`;
}

const SERVERS = { postgres: 'PostgreSQL', mysql: 'MySQL or MariaDB', redis: 'Redis' } as const;
