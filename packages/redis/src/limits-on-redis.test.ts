import { runStoreConformance } from '@scheduler/testing';
import { onRedis } from './test-support/on-redis.js';

onRedis((redis) => {
  runStoreConformance('memory with the limits of Redis', () => redis.limitsHarness());
});
