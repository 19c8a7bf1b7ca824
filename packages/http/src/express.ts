export { expressMount, type ExpressMount } from './mounts/mount-express.js';
