export { eventually } from './eventually.js';
export { type SelfSignedCertificate, selfSignedCertificate } from './self-signed-certificate.js';
export { TcpProxy } from './tcp-proxy.js';
export { onRedis, TestRedis } from './on-redis.js';
