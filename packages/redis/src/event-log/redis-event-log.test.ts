import { runEventLogConformance } from '@scheduler/testing';
import { onRedis } from '../test-support/on-redis.js';

onRedis((redis) => {
  runEventLogConformance('redis alone', () => redis.storeHarness(redis.newPrefix(), { eventLog: true }));
});
