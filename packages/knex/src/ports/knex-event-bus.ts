import type { BusEvent, EventBus, Logger, SubscribeEvents } from '@scheduler/contracts';
import { EventSubscriptions } from '@scheduler/contracts/adapter';
import type { WakeUps } from '../wake-up/wake-ups.js';

/**
 * Events of single executions are published within their process only: to publish every start and end to all nodes would cost more than
 * the work itself. All other events are published to all nodes, such as changes of jobs and queues, requests to cancel, and events of
 * the application.
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

  /** Resolves when all events that were published so far were sent to the other nodes. */
  flush(): Promise<void> {
    return this.telling;
  }

  /**
   * Sends events to the other nodes, in their order. Events that are published meanwhile are sent together in the next round. `publish`
   * does not wait for it, because its caller may hold a transaction, and with it the only connection or the lock of the file.
   */
  private async tellOthers(): Promise<void> {
    this.isTelling = true;
    while (this.untold.length > 0) {
      const events = this.untold;
      this.untold = [];
      try {
        await this.wakeUps.notifyEvents(events);
      } catch (error) {
        this.logger.warn('events were not published to other nodes', { error: String(error) });
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
