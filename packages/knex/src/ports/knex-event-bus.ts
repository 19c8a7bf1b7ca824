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
  private untold: BusEvent[] = [];
  private isTelling = false;
  private telling: Promise<void> = Promise.resolve();
  private stopListening: (() => void) | null = null;

  constructor(
    private readonly wakeUps: WakeUps,
    private readonly logger: Logger,
  ) {
    this.local = new Listeners(logger);
  }

  async publish({ events }: { readonly events: readonly BusEvent[] }): Promise<void> {
    if (events.length === 0) return;
    this.deliverSoon(events);
    const forAll = events.filter(({ name }) => !STAYS_HERE.test(name));
    this.untold.push(...forAll);
    if (forAll.length > 0 && !this.isTelling) this.telling = this.tellOthers();
  }

  /** Resolves when every event that was published so far is told. */
  flush(): Promise<void> {
    return this.telling;
  }

  /**
   * Nobody waits for it: who publishes may hold a transaction, and with it the only connection or the lock of the file. In their
   * order, and what comes meanwhile goes together into the next.
   */
  private async tellOthers(): Promise<void> {
    this.isTelling = true;
    while (this.untold.length > 0) {
      const events = this.untold;
      this.untold = [];
      try {
        await this.wakeUps.tellEvents(events);
      } catch (error) {
        this.logger.warn('other nodes were not told of events', { error: String(error) });
      }
    }
    this.isTelling = false;
  }

  subscribe({ names, listener }: SubscribeEvents): () => void {
    this.stopListening ??= this.wakeUps.onEvents((events) => this.deliverSoon(events));
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
