import type { JsonObject } from '../values/json.js';

/** Something that happened, published after it was committed. Delivery is best effort; the state is in the repositories. */
export interface BusEvent {
  /** Such as `scheduler:job.created`. */
  readonly name: string;
  readonly at: Date;
  readonly tenant: string | null;
  readonly data: JsonObject;
}

export interface EventBus {
  publish(request: { readonly events: readonly BusEvent[] }): Promise<void>;
  /**
   * Subscribes to events by name, or to all if `names` is empty. A listener that throws does not affect others. Returns a function that
   * unsubscribes.
   */
  subscribe(request: SubscribeEvents): () => void;
  /** Whether an event of this name has listeners. If not, the publisher need not create it. */
  wants(name: string): boolean;
}

export interface SubscribeEvents {
  readonly names: readonly string[];
  readonly listener: (event: BusEvent) => void;
}
