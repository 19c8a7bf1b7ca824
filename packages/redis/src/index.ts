export { createRedisStore, type RedisStoreOptions } from './redis-store.js';
export type { RedisConnectionOptions } from './connection/connect.js';

// Streams, for services that are not nodes
export { createStreamConsumer, type StreamConsumer } from './events/stream-consumer.js';
export type { StreamConsumerOptions, StreamEntry } from './events/stream-consumer-options.js';
export { streamKeyOf, type StreamName } from './events/stream-key.js';
