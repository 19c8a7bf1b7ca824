export { honoMount, type HonoContext } from './mounts/mount-hono.js';
