import type { ApiKey } from '@scheduler/contracts';
import { parseJson } from '@scheduler/contracts/adapter';
import type { Row } from '../database/results.js';
import type { BatchRow } from '../dialects/batch.js';
import { fromDate, fromTenant, toDate, toDateOrNull, toTenant, toTextOrNull } from './values.js';

export const API_KEY_COLUMNS = {
  id: 'text',
  secret_hash: 'text',
  name: 'text',
  tenant: 'text',
  permissions: 'text',
  created_at: 'int',
  created_by: 'text',
  expires_at: 'int',
  last_used_at: 'int',
  revoked_at: 'int',
} as const;

export function apiKeyToRow(key: ApiKey): BatchRow<typeof API_KEY_COLUMNS> {
  return {
    id: key.id,
    secret_hash: key.secretHash,
    name: key.name,
    tenant: fromTenant(key.tenant),
    permissions: JSON.stringify(key.permissions),
    created_at: key.createdAt.getTime(),
    created_by: key.createdBy,
    expires_at: fromDate(key.expiresAt),
    last_used_at: fromDate(key.lastUsedAt),
    revoked_at: fromDate(key.revokedAt),
  };
}

export function apiKeyFromRow(row: Row): ApiKey {
  return {
    id: String(row['id']),
    secretHash: String(row['secret_hash']),
    name: String(row['name']),
    tenant: toTenant(row['tenant']),
    permissions: permissionsOf(row['permissions']),
    createdAt: toDate(row['created_at']),
    createdBy: toTextOrNull(row['created_by']),
    expiresAt: toDateOrNull(row['expires_at']),
    lastUsedAt: toDateOrNull(row['last_used_at']),
    revokedAt: toDateOrNull(row['revoked_at']),
  };
}

/** Permissions that cannot be read are none. */
function permissionsOf(value: unknown): readonly string[] {
  try {
    const permissions: unknown = parseJson(value);
    return Array.isArray(permissions) ? permissions.map(String) : [];
  } catch {
    return [];
  }
}
