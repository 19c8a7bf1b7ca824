/** A description that a package exports, from its entry `descriptions`. */
export interface Registered {
  readonly package: string;
  readonly export: string;
}

/** The stores that there are, the default first. What each of them is, its own package describes. */
export const STORES = {
  sqlite: { package: '@scheduler/knex', export: 'sqliteStore' },
  postgres: { package: '@scheduler/knex', export: 'postgresStore' },
  mysql: { package: '@scheduler/knex', export: 'mysqlStore' },
  redis: { package: '@scheduler/redis', export: 'redisStore' },
  memory: { package: '@scheduler/memory', export: 'memoryStore' },
} as const satisfies Readonly<Record<string, Registered>>;

/** The queues that can stand beside a store. */
export const QUEUES = {
  bullmq: { package: '@scheduler/bullmq', export: 'bullmqQueue' },
} as const satisfies Readonly<Record<string, Registered>>;

export type StoreName = keyof typeof STORES;

export const STORE_NAMES = Object.keys(STORES) as readonly StoreName[];
