import type { AuditObject, AuditRecord, JsonValue, PrincipalKind } from '@scheduler/contracts';
import { parseJson } from '@scheduler/contracts/adapter';
import type { Row } from '../database/results.js';
import type { BatchRow } from '../dialects/batch.js';
import { fromTenant, toDate, toTenant, toTextOrNull } from './values.js';

export const AUDIT_COLUMNS = {
  id: 'text',
  happened_at: 'int',
  tenant: 'text',
  principal_kind: 'text',
  principal_id: 'text',
  action: 'text',
  operation: 'text',
  object_kind: 'text',
  object_id: 'text',
  value_before: 'text',
  value_after: 'text',
  reason: 'text',
  request_id: 'text',
} as const;

export function auditToRow(record: AuditRecord): BatchRow<typeof AUDIT_COLUMNS> {
  return {
    id: record.id,
    happened_at: record.at.getTime(),
    tenant: fromTenant(record.tenant),
    principal_kind: record.principal.kind,
    principal_id: record.principal.id,
    action: record.action,
    operation: record.operation,
    object_kind: record.object?.kind ?? null,
    object_id: record.object?.id ?? null,
    value_before: JSON.stringify(record.before),
    value_after: JSON.stringify(record.after),
    reason: record.reason,
    request_id: record.requestId,
  };
}

export function auditFromRow(row: Row): AuditRecord {
  return {
    id: String(row['id']),
    at: toDate(row['happened_at']),
    tenant: toTenant(row['tenant']),
    principal: { id: String(row['principal_id']), kind: String(row['principal_kind']) as PrincipalKind },
    action: String(row['action']),
    operation: String(row['operation']),
    object: objectOf(row),
    before: valueOf(row['value_before']),
    after: valueOf(row['value_after']),
    reason: toTextOrNull(row['reason']),
    requestId: toTextOrNull(row['request_id']),
  };
}

function objectOf(row: Row): AuditObject | null {
  const [kind, id] = [toTextOrNull(row['object_kind']), toTextOrNull(row['object_id'])];
  return kind === null || id === null ? null : { kind, id };
}

/** One value that cannot be read must not hide the whole page. */
function valueOf(value: unknown): JsonValue {
  try {
    return parseJson(value);
  } catch {
    return '(cannot be read)';
  }
}
