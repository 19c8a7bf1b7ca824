export { eventually } from './eventually.js';
export { CuttableRedis } from './cuttable-redis.js';
export { SilentProxy } from './silent-proxy.js';
export { TcpProxy } from './tcp-proxy.js';
export { onRedis, TestRedis } from './on-redis.js';
export { until } from './until.js';
