export { createKnexStore, type KnexStore, type KnexStoreOptions } from './knex-store.js';
export { inTenantTransaction, type TenantTransaction } from './row-level-security/tenant-transaction.js';
