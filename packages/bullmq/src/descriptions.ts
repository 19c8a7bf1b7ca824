import { describeQueue } from '@scheduler/contracts/adapter';
import { REDIS_SETTINGS } from '@scheduler/redis/descriptions';
import type * as QueueModule from './with-bullmq.js';

/** The queue of this package as a configuration names it; BullMQ is loaded where it is chosen. */
const load = module.require.bind(module);

export const bullmqQueue = describeQueue({
  name: 'bullmq',
  section: 'redis',
  settings: REDIS_SETTINGS,
  create: (store, settings, { clock, logger, leaseMs }) => {
    const { withBullmq } = load('./with-bullmq.js') as typeof QueueModule;
    return withBullmq(store, { ...settings, leaseMs, clock, logger });
  },
  describe: () => 'BullMQ by SCHEDULER_REDIS_URL',
});
