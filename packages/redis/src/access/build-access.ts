import type { AccessRepository } from '@scheduler/contracts/adapter';
import type { RedisDatabase } from '../database/redis-database.js';
import { RedisApiKeyRepository } from './redis-api-key-repository.js';
import { RedisAuditLogRepository } from './redis-audit-log-repository.js';
import { RedisIdempotencyRepository } from './redis-idempotency-repository.js';

export function buildAccess(
  database: RedisDatabase,
  guarded: <T extends object>(repository: T) => T,
): AccessRepository {
  return {
    apiKeys: guarded(new RedisApiKeyRepository(database)),
    auditLog: guarded(new RedisAuditLogRepository(database)),
    idempotency: guarded(new RedisIdempotencyRepository(database)),
  };
}
