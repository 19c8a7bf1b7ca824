import { runQueueConformance } from '@scheduler/testing';
import { onRedis } from '../test-support/on-redis.js';

onRedis((redis) => {
  runQueueConformance('bullmq', () => redis.queueHarness());
});
