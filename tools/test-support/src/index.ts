export { eventually } from './eventually.js';
export { TcpProxy } from './tcp-proxy.js';
export { onRedis, TestRedis } from './on-redis.js';
