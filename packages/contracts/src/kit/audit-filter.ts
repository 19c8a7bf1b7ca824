import type { AuditRecord } from '../access/audit-record.js';
import type { AuditFilter } from '../ports/audit-log-repository.js';
import { isInScope } from './in-scope.js';

export function matchesAuditFilter(record: AuditRecord, filter: AuditFilter): boolean {
  const { tenant, action, principal, objectKind, objectId, since, until } = filter;
  return (
    isInScope(record, tenant) &&
    (action === undefined || record.action === action) &&
    (principal === undefined || record.principal.id === principal) &&
    (objectKind === undefined || record.object?.kind === objectKind) &&
    (objectId === undefined || record.object?.id === objectId) &&
    (since === undefined || record.at >= since) &&
    (until === undefined || record.at < until)
  );
}
