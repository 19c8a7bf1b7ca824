export { type BullmqOptions, withBullmq } from './with-bullmq.js';
export { createRedisStore, type RedisStoreOptions } from './store/redis-store.js';
export type { RedisConnectionOptions } from './redis/connect.js';

// For tools that look at the queues
export { bullmqQueueOf, type QueueLocation } from './queue/queue-location.js';

// Streams, for services that are no nodes
export { createStreamConsumer, type StreamConsumer } from './events/stream-consumer.js';
export type { StreamConsumerOptions, StreamEntry } from './events/stream-consumer-options.js';
export { streamKeyOf, type StreamName } from './events/stream-key.js';
