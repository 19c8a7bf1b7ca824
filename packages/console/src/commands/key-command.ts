import { userInfo } from 'node:os';
import type { AuditPrincipal, JsonValue } from '@scheduler/contracts';
import type { ApiKeyDetails, SchedulerNode } from '@scheduler/core';
import type { CommandOption } from '../command/command-declaration.js';
import type { CommandInput } from '../command/command-input.js';

export const REASON_OPTION: CommandOption = {
  flags: '--reason <text>',
  description: 'why, for the audit log',
};

/** Who uses the console: the user of the operating system. */
export function consolePrincipal(): AuditPrincipal {
  return { id: userName(), kind: 'console' };
}

function userName(): string {
  try {
    return userInfo().username || 'unknown';
  } catch {
    // The user of a container may have no name.
    return 'unknown';
  }
}

interface KeyChange {
  readonly operation: 'keys.create' | 'keys.revoke';
  readonly before: ApiKeyDetails | null;
  readonly after: ApiKeyDetails;
}

/** Remembers who changed a key, in the audit log of the key's tenant. */
export async function auditKeyChange(
  { access }: SchedulerNode,
  input: CommandInput,
  { operation, before, after }: KeyChange,
): Promise<void> {
  await access.auditLog.append([
    {
      tenant: after.tenant,
      principal: consolePrincipal(),
      action: 'keys:write',
      operation,
      object: { kind: 'api_key', id: after.id },
      before: documentOf(before),
      after: documentOf(after),
      reason: input.text('reason') ?? null,
      requestId: null,
    },
  ]);
}

function documentOf(key: ApiKeyDetails | null): JsonValue {
  return JSON.parse(JSON.stringify(key)) as JsonValue;
}
