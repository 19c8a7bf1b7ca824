export { endServing, type EndServingOptions } from './mounts/end-serving.js';
export { nodeListener } from './mounts/mount-node.js';
export { type CloseOptions, serve, type ServedHandler, type ServeOptions } from './mounts/serve.js';
