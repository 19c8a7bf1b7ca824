export { nodeListener } from './mounts/mount-node.js';
export { serve, type ServedHandler, type ServeOptions } from './mounts/serve.js';
