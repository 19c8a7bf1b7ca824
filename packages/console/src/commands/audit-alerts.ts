import { type AuditObject, isSchedulerError, type JsonValue } from '@scheduler/contracts';
import type { SchedulerNode } from '@scheduler/core';
import type { CommandInput } from '../command/command-input.js';
import { consolePrincipal } from './key-command.js';

interface AlertChange {
  /** The same as that of the API which does the same. */
  readonly operation:
    | 'alertRules.create'
    | 'alertRules.update'
    | 'alertRules.delete'
    | 'alertRules.test'
    | 'alertSilences.create'
    | 'alertSilences.delete';
  readonly object: AuditObject;
  readonly tenant: string | null;
  readonly before: object | null;
  readonly after: object | null;
}

/** Remembers who changed what of alerts, in the audit log of the tenant of it. A store that keeps no audit log has none of the API either. */
export async function auditAlertChange(
  { access }: SchedulerNode,
  input: CommandInput,
  { before, after, ...change }: AlertChange,
): Promise<void> {
  const record = {
    ...change,
    principal: consolePrincipal(),
    action: 'alerts:write',
    before: documentOf(before),
    after: documentOf(after),
    reason: input.text('reason') ?? null,
    requestId: null,
  } as const;
  try {
    await access.auditLog.append([record]);
  } catch (error) {
    if (!isSchedulerError(error) || error.code !== 'FEATURE_NOT_SUPPORTED') throw error;
  }
}

function documentOf(value: object | null): JsonValue {
  return JSON.parse(JSON.stringify(value)) as JsonValue;
}
