import type { EventBus, EventTriggers, JsonObject } from '@scheduler/contracts';
import type { TenantScope } from '@scheduler/contracts/adapter';
import type { PublishOutput } from '../execute/call-handler.js';
import type { PresentParts } from './present-ports.js';
import type { ManagerParts } from '../schedule/manager-parts.js';
import { KeyedMutex } from '../support/keyed-mutex.js';
import { EventFunctions } from '../event-triggers/event-functions.js';
import { LocalEventTriggers } from '../event-triggers/local-event-triggers.js';
import { TriggeringBus } from '../event-triggers/triggering-bus.js';

export interface WiredEventTriggers {
  readonly functions: EventFunctions;
  /** The bus as applications see it. */
  readonly events: EventBus;
  of(tenant: TenantScope): EventTriggers;
  /** Triggers the event whose data is the output of a handler: an object as it is, anything else as the member `output`. */
  readonly publishOutput: PublishOutput;
}

export function wireEventTriggers(
  { events: bus, eventHandlers, logger, ports }: PresentParts,
  manager: ManagerParts,
): WiredEventTriggers {
  const functions = new EventFunctions({ bus, eventHandlers, logger });
  const parts = { ...manager, eventHandlers, bus, functions, mutex: new KeyedMutex() };
  return {
    functions,
    // Without event handlers an event of the application is published and triggers nothing.
    events: ports.has('eventHandlers') ? new TriggeringBus(parts) : bus,
    of: (tenant) => new LocalEventTriggers(parts, tenant),
    publishOutput: async (eventName, output, { id, tenant }) => {
      const isObject = typeof output === 'object' && output !== null && !Array.isArray(output);
      const data = isObject ? (output as JsonObject) : { output };
      await new LocalEventTriggers(parts, tenant).triggerOutput(eventName, data, id);
    },
  };
}
