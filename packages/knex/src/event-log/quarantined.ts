import type { JsonObject } from '@scheduler/contracts';
import type { EventRecord } from '@scheduler/contracts/adapter';
import type { Row } from '../database/results.js';
import { toTenant } from '../rows/values.js';
import { keyOfRow } from './execution-keys.js';

/** The event of a job whose row cannot be read: what was written, since nobody knows what was there. */
export function jobQuarantined(row: Row, reason: string, at: Date): EventRecord {
  const id = String(row['id']);
  const now = at.toISOString();
  const data = {
    status: 'paused',
    statusReason: reason,
    pausedAt: now,
    updatedAt: now,
    revision: Number(row['revision']) + 1,
  };
  const of = {
    tenant: toTenant(row['tenant']),
    entity: 'job',
    entityId: id,
    jobId: id,
    cause: null,
  } as const;
  return { name: 'JobPaused', version: 1, at, ...of, data };
}

/** The event of an execution whose row cannot be read. */
export function executionQuarantined(row: Row, storedError: string, at: Date): EventRecord {
  const { id, jobId, tenant } = keyOfRow(row);
  const data = {
    fence: Number(row['fence']),
    reason: { code: 'corrupt', message: null },
    error: JSON.parse(storedError) as JsonObject,
  };
  const of = { tenant, entity: 'execution', entityId: id, jobId, cause: null } as const;
  return { name: 'ExecutionFailed', version: 1, at, ...of, data };
}
