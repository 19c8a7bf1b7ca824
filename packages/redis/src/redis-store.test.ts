import { runStoreConformance } from '@scheduler/testing';
import { onRedis } from './test-support/on-redis.js';

onRedis((redis) => {
  runStoreConformance('redis alone', () => redis.storeHarness(), { without: ['eventLog'] });
});
