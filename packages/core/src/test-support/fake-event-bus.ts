import type { BusEvent, EventBus, SubscribeEvents } from '@scheduler/contracts';

/** A bus in memory that remembers what was published. */
export class FakeEventBus implements EventBus {
  readonly published: BusEvent[] = [];
  readonly subscriptions = new Set<SubscribeEvents>();
  /** What a publication fails with. Null: it does not. */
  failure: Error | null = null;
  /** Whether anybody is said to listen. */
  wanted = true;

  async publish({ events }: { readonly events: readonly BusEvent[] }): Promise<void> {
    if (this.failure !== null) throw this.failure;
    this.published.push(...events);
    for (const event of events)
      for (const { names, listener } of this.subscriptions)
        if (names.length === 0 || names.includes(event.name)) listener(event);
  }

  subscribe(request: SubscribeEvents): () => void {
    this.subscriptions.add(request);
    return () => this.subscriptions.delete(request);
  }

  wants(): boolean {
    return this.wanted;
  }

  get names(): readonly string[] {
    return this.published.map(({ name }) => name);
  }
}
