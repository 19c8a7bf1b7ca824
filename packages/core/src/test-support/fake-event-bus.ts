import type { BusEvent, Clock, EventBus, SubscribeEvents } from '@scheduler/contracts';
import { ExecutionEvents, type ExecutionEventsParts } from '../signals/events/execution-events.js';

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

/** Events of executions on a bus, told by node-1. */
export function executionEventsOn(
  bus: EventBus,
  clock: Clock,
  parts: Partial<ExecutionEventsParts> = {},
): ExecutionEvents {
  return new ExecutionEvents({
    node: 'node-1',
    bus,
    clock,
    onError: () => undefined,
    observers: null,
    ...parts,
  });
}
