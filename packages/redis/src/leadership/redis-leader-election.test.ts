import { runLeadershipConformance } from '@scheduler/testing';
import { onRedis } from '../test-support/on-redis.js';

onRedis((redis) => {
  runLeadershipConformance('redis', () => redis.leadershipHarness());
});
