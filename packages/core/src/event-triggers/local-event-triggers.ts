import {
  type EventAction,
  type EventFunction,
  type EventHandler,
  type EventHandlerOptions,
  type EventHandlerQuery,
  EventInvalid,
  type EventReport,
  type EventTriggers,
  type JsonObject,
  type Page,
  QueryInvalid,
  type TriggeredEvent,
  type TriggerOptions,
} from '@scheduler/contracts';
import type { TenantScope } from '@scheduler/contracts/adapter';
import { handlerQuerySchema, toEventData, triggerOptionsSchema } from './event-schema.js';
import { readInput } from '../support/input/read-input.js';
import { resolveTenant } from '../schedule/resolve-tenant.js';
import type { EventParts } from './event-parts.js';
import {
  getEventHandler,
  saveEventHandler,
  readEventName,
  refuseReservedName,
  setEventHandlerEnabled,
} from './save-event-handler.js';
import { reportTo, serveEvent } from './serve-event.js';

/** The events of the application, for one tenant or for all. */
export class LocalEventTriggers implements EventTriggers {
  constructor(
    private readonly parts: EventParts,
    private readonly tenant: TenantScope,
  ) {}

  async onEvent(
    eventName: string,
    handler: EventFunction | EventAction,
    options: EventHandlerOptions = {},
  ): Promise<EventHandler> {
    const stored = await saveEventHandler(this.parts, { eventName, handler, options, scope: this.tenant });
    if (typeof handler === 'function') this.parts.functions.set(stored, handler);
    else this.parts.functions.delete(stored);
    return stored;
  }

  async offEvent(handlerId: string): Promise<void> {
    const handler = await getEventHandler(this.parts, handlerId, this.tenant);
    await this.parts.eventHandlers.delete({ id: handlerId, tenant: this.tenant });
    this.parts.functions.delete(handler);
  }

  /** It is refused as a whole and before anything is done where its tenant has as much waiting as it may have. */
  async triggerEvent(
    eventName: string,
    data: JsonObject = {},
    options: TriggerOptions = {},
  ): Promise<EventReport> {
    const event = await this.eventOf(eventName, data, options);
    await this.parts.quotas.checkWaiting(event);
    return this.serve(event, options.id !== undefined);
  }

  /** Triggers what a handler has returned, which was accepted with its work. */
  async triggerOutput(eventName: string, data: JsonObject, id: string): Promise<void> {
    await this.serve(await this.eventOf(eventName, data, { id }), true);
  }

  private async eventOf(
    eventName: string,
    data: JsonObject,
    options: TriggerOptions,
  ): Promise<TriggeredEvent> {
    const name = readEventName(eventName);
    refuseReservedName(name);
    const read = readInput({
      schema: triggerOptionsSchema,
      value: options,
      error: EventInvalid,
      subject: 'options',
      known: Object.keys(triggerOptionsSchema.shape),
    });
    return {
      id: read.id ?? this.parts.ids.next(),
      name,
      at: await this.parts.schedules.now(),
      tenant: resolveTenant(read.tenant, this.tenant),
      data: toEventData(data),
    };
  }

  private async serve(event: TriggeredEvent, mayBeRepeated: boolean): Promise<EventReport> {
    const served = await serveEvent(this.parts, event, mayBeRepeated);
    await this.publish(event);
    return reportTo(this.tenant, served);
  }

  async eventHandlers(query: EventHandlerQuery = {}): Promise<Page<EventHandler>> {
    const read = readInput({
      schema: handlerQuerySchema,
      value: query,
      error: QueryInvalid,
      subject: 'query',
      known: Object.keys(handlerQuerySchema.shape),
    });
    const { eventName, limit, offset } = read;
    const { tenant } = this;
    return this.parts.eventHandlers.list({
      tenant,
      limit,
      offset,
      ...(eventName === undefined ? {} : { eventName }),
    });
  }

  enableEventHandler(handlerId: string): Promise<EventHandler> {
    return this.setEnabled(handlerId, true);
  }

  disableEventHandler(handlerId: string): Promise<EventHandler> {
    return this.setEnabled(handlerId, false);
  }

  private setEnabled(id: string, enabled: boolean): Promise<EventHandler> {
    return setEventHandlerEnabled(this.parts, { id, tenant: this.tenant, enabled });
  }

  /** Runs after everything is stored, so that a failing bus does not fail the caller. */
  private async publish({ id: _id, ...event }: TriggeredEvent): Promise<void> {
    try {
      if (this.parts.bus.wants(event.name)) await this.parts.bus.publish({ events: [event] });
    } catch (error) {
      this.parts.logger.warn('an event was not published', { event: event.name, error: String(error) });
    }
  }
}
