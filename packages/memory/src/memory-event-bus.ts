import type { BusEvent, EventBus, SubscribeEvents } from '@scheduler/contracts';
import { EventSubscriptions } from '@scheduler/contracts/adapter';

export interface MemoryEventBusOptions {
  /** Called with the error of a listener that throws. Default: it is ignored. */
  readonly onError?: (error: unknown) => void;
}

/** An event bus within this process. */
export class MemoryEventBus implements EventBus {
  private readonly subscriptions: EventSubscriptions;

  constructor(options: MemoryEventBusOptions = {}) {
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
