export { type BullmqOptions, withBullmq } from './with-bullmq.js';
export type { RedisConnectionOptions } from './redis/connect.js';
