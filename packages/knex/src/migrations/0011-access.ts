import type { ColumnTypes, TableShape } from '../dialects/dialect.js';

const index = (name: string, columns: readonly string[]) => ({ name, columns, unique: false, where: null });

const apiKeys = ({ key, text, int }: ColumnTypes): TableShape => ({
  name: 'api_keys',
  columns: [
    `id ${key} NOT NULL`,
    `secret_hash ${key} NOT NULL`,
    `name ${text} NOT NULL`,
    `tenant ${key} NOT NULL`,
    `permissions ${text} NOT NULL`,
    `created_at ${int} NOT NULL`,
    `created_by ${key}`,
    `expires_at ${int}`,
    `last_used_at ${int}`,
    `revoked_at ${int}`,
  ],
  primaryKey: ['id'],
  indexes: [
    index('api_keys_created', ['created_at', 'id']),
    index('api_keys_tenant', ['tenant', 'created_at', 'id']),
  ],
});

const auditLog = ({ key, word, text, int }: ColumnTypes): TableShape => ({
  name: 'audit_log',
  columns: [
    `id ${key} NOT NULL`,
    `happened_at ${int} NOT NULL`,
    `tenant ${key} NOT NULL`,
    `principal_kind ${word} NOT NULL`,
    `principal_id ${key} NOT NULL`,
    `action ${key} NOT NULL`,
    `operation ${key} NOT NULL`,
    `object_kind ${key}`,
    `object_id ${key}`,
    `value_before ${text} NOT NULL`,
    `value_after ${text} NOT NULL`,
    `reason ${text}`,
    `request_id ${text}`,
  ],
  primaryKey: ['id'],
  indexes: [
    index('audit_log_time', ['happened_at', 'id']),
    index('audit_log_tenant', ['tenant', 'happened_at', 'id']),
    index('audit_log_principal', ['principal_id', 'happened_at', 'id']),
    index('audit_log_object', ['object_id', 'happened_at', 'id']),
  ],
});

/**
 * The id is a digest of scope and key, because an index of MySQL ignores spaces at their ends. A request that is answered has a status.
 */
const idempotencyKeys = ({ key, text, int, small }: ColumnTypes): TableShape => ({
  name: 'idempotency_keys',
  columns: [
    `id ${key} NOT NULL`,
    `tenant ${key} NOT NULL`,
    `request_hash ${key} NOT NULL`,
    `holder ${key} NOT NULL`,
    `locked_until ${int} NOT NULL`,
    `expires_at ${int} NOT NULL`,
    `status ${small}`,
    `headers ${text}`,
    `body ${text}`,
  ],
  primaryKey: ['id'],
  indexes: [index('idempotency_keys_expiry', ['expires_at']), index('idempotency_keys_tenant', ['tenant'])],
});

/** What an API needs: keys, the audit log, and the answers to requests that may be repeated. */
export const access0011 = [apiKeys, auditLog, idempotencyKeys] as const;
