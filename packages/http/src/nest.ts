export { mountOnNest, type NestApplicationLike } from './mounts/mount-nest.js';
