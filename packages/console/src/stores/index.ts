// `@scheduler/console/stores`: the stores and queues of this workspace, for applications that let variables choose.
export {
  createNodeFromEnvironment,
  createSchedulerFromEnvironment,
  createStoreFromEnvironment,
  type EnvironmentOptions,
  type FromEnvironmentOptions,
  type StoreFromEnvironment,
} from './from-environment.js';
export { createStore, describeStore, type StoreParts } from './create-store.js';
export { type Descriptions, storeDescriptions } from './load-descriptions.js';
export { projectRoot } from './project-root.js';
export { type StoreName, STORE_NAMES } from './store-registry.js';
