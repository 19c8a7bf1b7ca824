import type { BusEvent, EventBus, SubscribeEvents } from '../../events/event-bus.js';
import { EventSubscriptions, type EventSubscriptionsOptions } from './event-subscriptions.js';

/** Events within this process. */
export class InProcessEventBus implements EventBus {
  private readonly subscriptions: EventSubscriptions;

  constructor(options: EventSubscriptionsOptions = {}) {
    this.subscriptions = new EventSubscriptions(options);
  }

  async publish({ events }: { readonly events: readonly BusEvent[] }): Promise<void> {
    this.subscriptions.deliver(events);
  }

  subscribe(request: SubscribeEvents): () => void {
    return this.subscriptions.add(request);
  }

  wants(name: string): boolean {
    return this.subscriptions.wants(name);
  }
}
