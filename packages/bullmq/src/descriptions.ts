import { ConfigurationInvalid } from '@scheduler/contracts';
import { describeQueue } from '@scheduler/contracts/adapter';
import { REDIS_SETTINGS } from '@scheduler/redis/descriptions';
import type * as QueueModule from './with-bullmq.js';

/** The queue of this package as a configuration names it; BullMQ is loaded where it is chosen. */
const load = module.require.bind(module);

export const bullmqQueue = describeQueue({
  name: 'bullmq',
  section: 'redis',
  settings: REDIS_SETTINGS,
  create: (store, { eventLog, ...settings }, { clock, logger, leaseMs }) => {
    if (eventLog && !store.eventLog) throw notOfTheQueue(store.capabilities.name);
    const { withBullmq } = load('./with-bullmq.js') as typeof QueueModule;
    return withBullmq(store, { ...settings, leaseMs, clock, logger });
  },
  describe: () => 'BullMQ by SCHEDULER_REDIS_URL',
});

/** The setting is that of the store on Redis, which shares the section. */
function notOfTheQueue(store: string): ConfigurationInvalid {
  return new ConfigurationInvalid({
    field: 'redis.eventLog',
    value: true,
    problem: `is a setting of the store on Redis, but the history is in ${store}`,
    accepted: 'the event log of that store instead, by its own setting',
  });
}
