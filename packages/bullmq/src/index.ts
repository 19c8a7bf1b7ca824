export { type BullmqOptions, withBullmq } from './with-bullmq.js';
export { createRedisStore, type RedisStoreOptions } from './store/redis-store.js';
export type { RedisConnectionOptions } from './redis/connect.js';
