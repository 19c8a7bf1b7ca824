import type { ApiKeyRepository } from './api-key-repository.js';
import type { AuditLogRepository } from './audit-log-repository.js';
import type { IdempotencyRepository } from './idempotency-repository.js';

/** What an API needs to know who may do what, to remember what was done, and to do nothing twice. A store has all three or none. */
export interface AccessRepository {
  readonly apiKeys: ApiKeyRepository;
  readonly auditLog: AuditLogRepository;
  readonly idempotency: IdempotencyRepository;
}
