import type { EventHandler, Scheduler } from '@scheduler/contracts';
import type { Domain } from '../settings/tokens.js';

/** Stores the event handlers of the domains. A handler that was disabled stays disabled. */
export async function declareEventHandlers(
  scheduler: Pick<Scheduler, 'onEvent'>,
  domains: readonly Domain[],
): Promise<readonly EventHandler[]> {
  const stored: EventHandler[] = [];
  for (const { eventName, action, name } of domains.flatMap(({ eventHandlers }) => eventHandlers ?? []))
    stored.push(await scheduler.onEvent(eventName, action, { name }));
  return stored;
}
