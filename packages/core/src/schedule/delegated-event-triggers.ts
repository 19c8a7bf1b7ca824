import type {
  EventAction,
  EventFunction,
  EventHandler,
  EventHandlerOptions,
  EventHandlerQuery,
  EventReport,
  EventTriggers,
  JsonObject,
  Page,
  TriggerOptions,
} from '@scheduler/contracts';

/** The methods for events of a scheduler, which another object serves. */
export abstract class DelegatedEventTriggers implements EventTriggers {
  constructor(private readonly eventTriggers: EventTriggers) {}

  onEvent(
    eventName: string,
    handler: EventFunction | EventAction,
    options?: EventHandlerOptions,
  ): Promise<EventHandler> {
    return this.eventTriggers.onEvent(eventName, handler, options);
  }

  offEvent(handlerId: string): Promise<void> {
    return this.eventTriggers.offEvent(handlerId);
  }

  triggerEvent(eventName: string, data?: JsonObject, options?: TriggerOptions): Promise<EventReport> {
    return this.eventTriggers.triggerEvent(eventName, data, options);
  }

  eventHandlers(query?: EventHandlerQuery): Promise<Page<EventHandler>> {
    return this.eventTriggers.eventHandlers(query);
  }

  enableEventHandler(handlerId: string): Promise<EventHandler> {
    return this.eventTriggers.enableEventHandler(handlerId);
  }

  disableEventHandler(handlerId: string): Promise<EventHandler> {
    return this.eventTriggers.disableEventHandler(handlerId);
  }
}
