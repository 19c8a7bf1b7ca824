import type { AccessRepository } from '@scheduler/contracts/adapter';
import { MemoryApiKeyRepository } from './access/memory-api-key-repository.js';
import { MemoryAuditLogRepository } from './access/memory-audit-log-repository.js';
import { MemoryIdempotencyRepository } from './access/memory-idempotency-repository.js';
import type { StoreClock } from './database/memory-database.js';

export class MemoryAccessRepository implements AccessRepository {
  readonly apiKeys = new MemoryApiKeyRepository();
  readonly auditLog = new MemoryAuditLogRepository();
  readonly idempotency: MemoryIdempotencyRepository;

  constructor(clock: StoreClock) {
    this.idempotency = new MemoryIdempotencyRepository(clock);
  }
}
