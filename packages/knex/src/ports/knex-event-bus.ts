import type { BusEvent, EventBus, Logger, SubscribeEvents } from '@scheduler/contracts';
import { EventSubscriptions } from '@scheduler/contracts/adapter';
import type { WakeUps } from '../wake-up/wake-ups.js';

/**
 * What happens to a single execution is told within its process alone: telling every node about every start and end would cost more
 * than the work. Everything else, such as changes of jobs and queues, requests to stop and events of the application, reaches all.
 */
const STAYS_HERE = /^scheduler:(?:execution\.(?!cancel_requested)|job\.dispatch)/;

export class KnexEventBus implements EventBus {
  private readonly subscriptions: EventSubscriptions;
  private untold: BusEvent[] = [];
  private isTelling = false;
  private telling: Promise<void> = Promise.resolve();
  private stopListening: (() => void) | null = null;

  constructor(
    private readonly wakeUps: WakeUps,
    private readonly logger: Logger,
  ) {
    this.subscriptions = new EventSubscriptions({
      onError: (error) => logger.warn('a listener threw', { error: String(error) }),
    });
  }

  async publish({ events }: { readonly events: readonly BusEvent[] }): Promise<void> {
    if (events.length === 0) return;
    this.subscriptions.deliver(events);
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
        await this.wakeUps.notifyEvents(events);
      } catch (error) {
        this.logger.warn('other nodes were not told of events', { error: String(error) });
      }
    }
    this.isTelling = false;
  }

  subscribe(request: SubscribeEvents): () => void {
    this.stopListening ??= this.wakeUps.onEvents((events) => this.subscriptions.deliver(events));
    return this.subscriptions.add(request);
  }

  wants(name: string): boolean {
    return !STAYS_HERE.test(name) || this.subscriptions.wants(name);
  }
}
