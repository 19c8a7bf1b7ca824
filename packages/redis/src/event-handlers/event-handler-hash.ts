import type { EventAction, EventHandler, EventHandlerType, Priority } from '@scheduler/contracts';
import { parseJson } from '@scheduler/contracts/adapter';
import { fromDate, toDate, toDateOrNull, toTextOrNull } from '../database/hash-values.js';

/** The fields of an event handler in its hash `h:<id>`. Instants are milliseconds. An empty text stands for null. */
export const EVENT_HANDLER_FIELDS = [
  'event',
  'name',
  'tenant',
  'type',
  'action',
  'priority',
  'enabled',
  'all_tenants',
  'triggered',
  'succeeded',
  'failed',
  'last',
  'last_error',
  'created',
  'updated',
] as const;

export type EventHandlerHash = Readonly<Record<(typeof EVENT_HANDLER_FIELDS)[number], string>>;

export function eventHandlerToHash(handler: EventHandler): EventHandlerHash {
  return {
    event: handler.eventName,
    name: handler.name,
    tenant: handler.tenant ?? '',
    ...changeableFields(handler),
    triggered: String(handler.triggerCount),
    succeeded: String(handler.successCount),
    failed: String(handler.failureCount),
    last: fromDate(handler.lastTriggeredAt),
    last_error: handler.lastError ?? '',
    created: fromDate(handler.createdAt),
  };
}

/** The fields that `save` writes. */
export function changeableFields(handler: EventHandler) {
  return {
    type: handler.handlerType,
    action: handler.action === null ? '' : JSON.stringify(handler.action),
    priority: String(handler.priority),
    enabled: handler.enabled ? '1' : '0',
    all_tenants: handler.allTenants ? '1' : '0',
    updated: fromDate(handler.updatedAt),
  };
}

/** The event handler from the reply of HMGET for all fields. Null: it does not exist. */
export function eventHandlerFromValues(id: string, values: readonly (string | null)[]): EventHandler | null {
  if (values.every((value) => value === null)) return null;
  const hash = Object.fromEntries(
    EVENT_HANDLER_FIELDS.map((field, index) => [field, values[index] ?? '']),
  ) as EventHandlerHash;
  return {
    id,
    eventName: hash.event,
    name: hash.name,
    handlerType: hash.type as EventHandlerType,
    action: actionFrom(hash.action),
    priority: Number(hash.priority) as Priority,
    enabled: hash.enabled === '1',
    allTenants: hash.all_tenants === '1',
    tenant: toTextOrNull(hash.tenant),
    triggerCount: Number(hash.triggered),
    successCount: Number(hash.succeeded),
    failureCount: Number(hash.failed),
    lastTriggeredAt: toDateOrNull(hash.last),
    lastError: toTextOrNull(hash.last_error),
    createdAt: toDate(hash.created),
    updatedAt: toDate(hash.updated),
  };
}

/** An action that cannot be read becomes one of an unknown kind, so that running it fails with a clear error. */
function actionFrom(text: string): EventAction | null {
  if (text === '') return null;
  try {
    return parseJson(text) as unknown as EventAction;
  } catch {
    return { kind: 'corrupt' } as unknown as EventAction;
  }
}
