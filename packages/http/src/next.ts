export { nextHandlers, type NextHandlers } from './mounts/mount-next.js';
