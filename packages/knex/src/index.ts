export { createKnexStore, type KnexStore, type KnexStoreOptions } from './knex-store.js';
