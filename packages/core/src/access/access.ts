import type { AccessParts } from './access-parts.js';
import { ApiKeys } from './api-keys.js';
import { ApiKeyUses } from './api-key-uses.js';
import { AuditLog } from './audit-log.js';
import { Idempotency } from './idempotency.js';

/** What an API, a dashboard and a console share: who may do what, what was done, and what is done once. */
export interface Access {
  readonly apiKeys: ApiKeys;
  readonly auditLog: AuditLog;
  readonly idempotency: Idempotency;
}

export interface WiredAccess extends Access {
  readonly uses: ApiKeyUses;
}

export function wireAccess(parts: AccessParts): WiredAccess {
  const uses = new ApiKeyUses(parts);
  return {
    apiKeys: new ApiKeys(parts, uses),
    auditLog: new AuditLog(parts),
    idempotency: new Idempotency(parts),
    uses,
  };
}
