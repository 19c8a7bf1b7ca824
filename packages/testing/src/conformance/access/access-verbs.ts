import type { ApiKey, AuditRecord } from '@scheduler/contracts';
import type { BeginIdempotent, IdempotencyHold } from '@scheduler/contracts/adapter';
import { nextId } from '../kit/builders.js';
import { HOUR, MINUTE, type StoreScene } from '../kit/store-scene.js';

export function buildApiKey(now: Date, props: Partial<ApiKey> = {}): ApiKey {
  return {
    id: nextId(),
    secretHash: 'ab'.repeat(32),
    name: 'deployment',
    tenant: null,
    permissions: ['jobs:read', 'jobs:write'],
    createdAt: now,
    createdBy: null,
    expiresAt: null,
    lastUsedAt: null,
    revokedAt: null,
    ...props,
  };
}

export async function addKey(scene: StoreScene, props: Partial<ApiKey> = {}): Promise<ApiKey> {
  const key = buildApiKey(await scene.now(), props);
  await scene.access.apiKeys.add({ key });
  return key;
}

export function buildAuditRecord(now: Date, props: Partial<AuditRecord> = {}): AuditRecord {
  return {
    id: nextId(),
    at: now,
    tenant: null,
    principal: { id: 'ada', kind: 'application' },
    action: 'jobs:write',
    operation: 'jobs.pause',
    object: { kind: 'job', id: 'job-1' },
    before: { status: 'active' },
    after: { status: 'paused' },
    reason: null,
    requestId: null,
    ...props,
  };
}

export async function appendRecord(
  scene: StoreScene,
  props: Partial<AuditRecord> = {},
): Promise<AuditRecord> {
  const record = buildAuditRecord(await scene.now(), props);
  await scene.access.auditLog.append({ records: [record] });
  return record;
}

export const HOLD: IdempotencyHold = { scope: 'key-1', key: 'order-7', holder: 'request-1' };

export const BEGIN: BeginIdempotent = {
  ...HOLD,
  tenant: null,
  requestHash: 'cd'.repeat(32),
  lockMs: MINUTE,
  ttlMs: HOUR,
};
