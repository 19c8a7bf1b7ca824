import type { IdempotentResponse } from '@scheduler/contracts';
import { type IdempotencyEntry, parseJson } from '@scheduler/contracts/adapter';
import type { Row } from '../database/results.js';
import { toDate, toNumberOrNull, toTextOrNull } from './values.js';

export function idempotencyEntryFromRow(row: Row): IdempotencyEntry {
  return {
    requestHash: String(row['request_hash']),
    holder: String(row['holder']),
    lockedUntil: toDate(row['locked_until']),
    expiresAt: toDate(row['expires_at']),
    response: responseOf(row),
  };
}

function responseOf(row: Row): IdempotentResponse | null {
  const status = toNumberOrNull(row['status']);
  if (status === null) return null;
  const headers = parseJson(row['headers']) as Readonly<Record<string, string>>;
  return { status, headers, body: toTextOrNull(row['body']) };
}
