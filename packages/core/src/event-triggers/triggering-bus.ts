import type { BusEvent, EventBus, SubscribeEvents } from '@scheduler/contracts';
import { problemOfEventName } from '../support/input/event-name.js';
import type { EventParts } from './event-parts.js';
import { serveEvent } from './serve-event.js';

/**
 * The bus as applications see it: to publish an event of theirs is to trigger it. The node that publishes serves the store, once;
 * whoever hears it over the bus runs functions only.
 */
export class TriggeringBus implements EventBus {
  constructor(private readonly parts: EventParts) {}

  async publish({ events }: { readonly events: readonly BusEvent[] }): Promise<void> {
    for (const event of events) if (problemOfEventName(event.name) === null) await this.serve(event);
    await this.parts.bus.publish({ events });
  }

  subscribe(request: SubscribeEvents): () => void {
    return this.parts.bus.subscribe(request);
  }

  wants(name: string): boolean {
    return problemOfEventName(name) === null || this.parts.bus.wants(name);
  }

  /** Publishing is best effort: who needs to know that it was served triggers the event. */
  private async serve(event: BusEvent): Promise<void> {
    const { schedules, ids, logger } = this.parts;
    try {
      await serveEvent(this.parts, { ...event, at: await schedules.now(), id: ids.next() }, false);
    } catch (error) {
      logger.error('an event was not served', { event: event.name, error: String(error) });
    }
  }
}
