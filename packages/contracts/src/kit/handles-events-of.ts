import type { EventHandler } from '../events/event-handler.js';

/** Whether a handler handles the events of a tenant. Null: events without a tenant. */
export function handlesEventsOf(
  handler: Pick<EventHandler, 'tenant' | 'allTenants'>,
  tenant: string | null,
): boolean {
  return handler.tenant === tenant || (handler.tenant === null && handler.allTenants);
}
