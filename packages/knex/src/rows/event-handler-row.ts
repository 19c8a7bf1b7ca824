import type { EventAction, EventHandler, EventHandlerType, Priority } from '@scheduler/contracts';
import { parseJson } from '@scheduler/contracts/adapter';
import type { Row } from '../database/results.js';
import type { BatchRow } from '../dialects/batch.js';
import { fromDate, fromTenant, toDate, toDateOrNull, toTenant, toTextOrNull } from './values.js';

export const EVENT_HANDLER_COLUMNS = {
  id: 'text',
  tenant: 'text',
  event_name: 'text',
  name: 'text',
  handler_type: 'text',
  action: 'text',
  priority: 'int',
  enabled: 'int',
  all_tenants: 'int',
  trigger_count: 'int',
  success_count: 'int',
  failure_count: 'int',
  last_triggered_at: 'int',
  last_error: 'text',
  created_at: 'int',
  updated_at: 'int',
} as const;

export type EventHandlerRow = BatchRow<typeof EVENT_HANDLER_COLUMNS>;

export function eventHandlerToRow(handler: EventHandler): EventHandlerRow {
  return {
    id: handler.id,
    tenant: fromTenant(handler.tenant),
    event_name: handler.eventName,
    name: handler.name,
    handler_type: handler.handlerType,
    action: handler.action === null ? null : JSON.stringify(handler.action),
    priority: handler.priority,
    enabled: handler.enabled ? 1 : 0,
    all_tenants: handler.allTenants ? 1 : 0,
    trigger_count: handler.triggerCount,
    success_count: handler.successCount,
    failure_count: handler.failureCount,
    last_triggered_at: fromDate(handler.lastTriggeredAt),
    last_error: handler.lastError,
    created_at: handler.createdAt.getTime(),
    updated_at: handler.updatedAt.getTime(),
  };
}

/** An action that cannot be read gets the kind `corrupt`, which is refused when it is carried out. */
export function eventHandlerFromRow(row: Row): EventHandler {
  return {
    id: String(row['id']),
    eventName: String(row['event_name']),
    name: String(row['name']),
    handlerType: String(row['handler_type']) as EventHandlerType,
    action: actionOf(row['action']),
    priority: Number(row['priority']) as Priority,
    enabled: Number(row['enabled']) === 1,
    allTenants: Number(row['all_tenants']) === 1,
    tenant: toTenant(row['tenant']),
    triggerCount: Number(row['trigger_count']),
    successCount: Number(row['success_count']),
    failureCount: Number(row['failure_count']),
    lastTriggeredAt: toDateOrNull(row['last_triggered_at']),
    lastError: toTextOrNull(row['last_error']),
    createdAt: toDate(row['created_at']),
    updatedAt: toDate(row['updated_at']),
  };
}

function actionOf(value: unknown): EventAction | null {
  if (value === null || value === undefined) return null;
  try {
    return parseJson(value) as unknown as EventAction;
  } catch {
    return { kind: 'corrupt' } as unknown as EventAction;
  }
}
