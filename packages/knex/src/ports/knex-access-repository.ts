import type { AccessRepository } from '@scheduler/contracts/adapter';
import type { Database } from '../database/database.js';
import { KnexApiKeyRepository } from './knex-api-key-repository.js';
import { KnexAuditLogRepository } from './knex-audit-log-repository.js';
import { KnexIdempotencyRepository } from './knex-idempotency-repository.js';

export class KnexAccessRepository implements AccessRepository {
  readonly apiKeys: KnexApiKeyRepository;
  readonly auditLog: KnexAuditLogRepository;
  readonly idempotency: KnexIdempotencyRepository;

  constructor(database: Database) {
    this.apiKeys = new KnexApiKeyRepository(database);
    this.auditLog = new KnexAuditLogRepository(database);
    this.idempotency = new KnexIdempotencyRepository(database);
  }
}
