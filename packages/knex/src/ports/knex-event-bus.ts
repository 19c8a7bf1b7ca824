import type { BusEvent, EventBus, Logger, SubscribeEvents } from '@scheduler/contracts';
import { Listeners } from '../wake-up/listeners.js';
import type { WakeUps } from '../wake-up/wake-ups.js';

/**
 * What happens to a single execution is told within its process alone: telling every node about every start and end would cost more
 * than the work. Everything else, such as changes of jobs and queues, requests to stop and events of the application, reaches all.
 */
const STAYS_HERE = /^scheduler:(?:execution\.(?!cancel_requested)|job\.dispatch)/;

export class KnexEventBus implements EventBus {
  private readonly subscriptions = new Set<SubscribeEvents>();
  private readonly local: Listeners<BusEvent>;
  private waiting: BusEvent[] = [];
  private stopListening: (() => void) | null = null;

  constructor(
    private readonly wakeUps: WakeUps,
    logger: Logger,
  ) {
    this.local = new Listeners(logger);
  }

  async publish({ events }: { readonly events: readonly BusEvent[] }): Promise<void> {
    if (events.length === 0) return;
    this.deliverSoon(events);
    const forAll = events.filter(({ name }) => !STAYS_HERE.test(name));
    if (forAll.length > 0) await this.wakeUps.tellEvents(forAll);
  }

  subscribe({ names, listener }: SubscribeEvents): () => void {
    this.stopListening ??= this.wakeUps.onNews(({ events }) => this.deliverSoon(events));
    const subscription: SubscribeEvents = { names: [...names], listener };
    this.subscriptions.add(subscription);
    const remove = this.local.add((event) => {
      if (hears(subscription, event.name)) listener(event);
    });
    return () => {
      this.subscriptions.delete(subscription);
      remove();
    };
  }

  wants(name: string): boolean {
    if (!STAYS_HERE.test(name)) return true;
    for (const subscription of this.subscriptions) if (hears(subscription, name)) return true;
    return false;
  }

  /** Right after the publisher's own turn, so that no listener can disturb it. */
  private deliverSoon(events: readonly BusEvent[]): void {
    if (this.subscriptions.size === 0) return;
    if (this.waiting.length === 0) queueMicrotask(() => this.deliver());
    this.waiting.push(...events);
  }

  private deliver(): void {
    const events = this.waiting;
    this.waiting = [];
    for (const event of events) this.local.tellAll(event);
  }
}

function hears({ names }: SubscribeEvents, name: string): boolean {
  return names.length === 0 || names.includes(name);
}
