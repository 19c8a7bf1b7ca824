import { createHash } from 'node:crypto';
import type { AlertKind, AlertRecord } from '@scheduler/contracts/adapter';
import type { BatchRow } from '../dialects/batch.js';
import { fromDate, fromTenant } from './values.js';

/** The record itself is `body`; the rest is what it is found by. */
export const ALERT_RECORD_COLUMNS = {
  id: 'text',
  tenant: 'text',
  revision: 'int',
  created_at: 'int',
  unique_key: 'text',
  status: 'text',
  rule: 'text',
  ends_at: 'int',
  body: 'text',
} as const;

export function alertRecordToRow<TRecord extends AlertRecord>(
  record: TRecord,
  kind: AlertKind<TRecord>,
): BatchRow<typeof ALERT_RECORD_COLUMNS> {
  const { unique, status, rule, endsAt } = kind.marksOf(record);
  return {
    id: record.id,
    tenant: fromTenant(record.tenant),
    revision: record.revision,
    created_at: record.createdAt.getTime(),
    unique_key: unique === null ? null : createHash('sha256').update(unique).digest('hex'),
    status,
    rule,
    ends_at: fromDate(endsAt),
    body: JSON.stringify(record),
  };
}
