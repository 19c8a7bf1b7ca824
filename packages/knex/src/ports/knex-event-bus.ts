import type { BusEvent, EventBus, Logger, SubscribeEvents } from '@scheduler/contracts';
import { EventSubscriptions } from '@scheduler/contracts/adapter';
import type { WakeUps } from '../wake-up/wake-ups.js';

/**
 * Events of single executions and of workflows are published within their process only: to publish every start and end to all nodes would
 * cost more than the work itself. All other events are published to all nodes, such as changes of jobs and queues, requests to cancel, and events of
 * the application.
 */
const LOCAL_ONLY =
  /^scheduler:(?:execution\.(?!cancel_requested)|workflow\.|job\.(?:dispatch|completed|failed)$)/;

export class KnexEventBus implements EventBus {
  private readonly subscriptions: EventSubscriptions;
  private unsent: BusEvent[] = [];
  private isSending = false;
  private sending: Promise<void> = Promise.resolve();
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
    const forAll = events.filter(({ name }) => !LOCAL_ONLY.test(name));
    this.unsent.push(...forAll);
    if (forAll.length > 0 && !this.isSending) this.sending = this.sendToOthers();
  }

  /** Resolves when all events that were published so far were sent to the other nodes. */
  flush(): Promise<void> {
    return this.sending;
  }

  /**
   * Sends events to the other nodes, in their order. Events that are published meanwhile are sent together in the next round. `publish`
   * does not wait for it, because its caller may hold a transaction, and with it the only connection or the lock of the file.
   */
  private async sendToOthers(): Promise<void> {
    this.isSending = true;
    while (this.unsent.length > 0) {
      const events = this.unsent;
      this.unsent = [];
      try {
        await this.wakeUps.notifyEvents(events);
      } catch (error) {
        this.logger.warn('events were not published to other nodes', { error: String(error) });
      }
    }
    this.isSending = false;
  }

  subscribe(request: SubscribeEvents): () => void {
    this.stopListening ??= this.wakeUps.onEvents((events) => this.subscriptions.deliver(events));
    return this.subscriptions.add(request);
  }

  wants(name: string): boolean {
    return !LOCAL_ONLY.test(name) || this.subscriptions.wants(name);
  }
}
