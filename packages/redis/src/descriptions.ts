import { describeStore, type SettingsDescription } from '@scheduler/contracts/adapter';
import type * as StoreModule from './redis-store.js';

/** The store of this package as a configuration names it; the client of Redis is loaded where it is chosen. */
const load = module.require.bind(module);

/** The section `redis` of a configuration, for every adapter that connects to the same Redis. */
export const REDIS_SETTINGS = {
  url: {
    kind: 'url',
    schemes: ['redis', 'rediss'],
    accepted: "a URL such as 'redis://user:password@host:6379', or rediss:// for TLS",
    default: 'redis://localhost:6379',
    variable: 'SCHEDULER_REDIS_URL',
  },
  keyPrefix: {
    kind: 'text',
    longest: 64,
    default: 'scheduler:',
    variable: 'SCHEDULER_REDIS_KEY_PREFIX',
  },
  // Unset: the database that the URL names, or 0.
  db: { kind: 'integer', least: 0, most: 1_000_000, default: null, variable: 'SCHEDULER_REDIS_DB' },
  // Of the store on Redis. A queue has no log of its own.
  eventLog: { kind: 'flag', default: false, variable: 'SCHEDULER_REDIS_EVENT_LOG' },
} as const satisfies SettingsDescription;

export const redisStore = describeStore({
  name: 'redis',
  aliases: ['valkey'],
  section: 'redis',
  settings: REDIS_SETTINGS,
  create: (settings, { clock, logger }) => {
    const { createRedisStore } = load('./redis-store.js') as typeof StoreModule;
    return createRedisStore({ ...settings, clock, logger });
  },
  describe: () => 'Redis by SCHEDULER_REDIS_URL',
});
