import type { BusEvent, SubscribeEvents } from '../../events/event-bus.js';

export interface EventSubscriptionsOptions {
  /** Called when a listener throws. */
  readonly onError?: (error: unknown) => void;
}

/** The subscriptions to events in this process. Events are delivered in order, right after the turn of the publisher, so that no listener can disturb it. */
export class EventSubscriptions {
  private readonly subscriptions = new Set<SubscribeEvents>();
  private waiting: BusEvent[] = [];

  constructor(private readonly options: EventSubscriptionsOptions = {}) {}

  get isEmpty(): boolean {
    return this.subscriptions.size === 0;
  }

  add({ names, listener }: SubscribeEvents): () => void {
    const subscription: SubscribeEvents = { names: [...names], listener };
    this.subscriptions.add(subscription);
    return () => void this.subscriptions.delete(subscription);
  }

  wants(name: string): boolean {
    for (const subscription of this.subscriptions) if (isSubscribed(subscription, name)) return true;
    return false;
  }

  deliver(events: readonly BusEvent[]): void {
    if (this.subscriptions.size === 0 || events.length === 0) return;
    if (this.waiting.length === 0) queueMicrotask(() => this.deliverWaiting());
    this.waiting.push(...events);
  }

  private deliverWaiting(): void {
    const events = this.waiting;
    this.waiting = [];
    for (const event of events) {
      for (const subscription of [...this.subscriptions]) {
        if (isSubscribed(subscription, event.name)) this.notify(subscription, event);
      }
    }
  }

  private notify({ listener }: SubscribeEvents, event: BusEvent): void {
    try {
      listener(event);
    } catch (error) {
      this.options.onError?.(error);
    }
  }
}

function isSubscribed({ names }: SubscribeEvents, name: string): boolean {
  return names.length === 0 || names.includes(name);
}
