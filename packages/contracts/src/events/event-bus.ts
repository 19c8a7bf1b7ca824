import type { JsonObject } from '../values/json.js';

/** Something that happened, told after it was committed. Delivery is best effort: state lives in the repositories. */
export interface BusEvent {
  /** Such as `scheduler:job.created`. */
  readonly name: string;
  readonly at: Date;
  readonly tenant: string | null;
  readonly data: JsonObject;
}

export interface EventBus {
  publish(request: { readonly events: readonly BusEvent[] }): Promise<void>;
  /** `names` empty: every event. A listener that throws disturbs nobody. Returns the way to unsubscribe. */
  subscribe(request: SubscribeEvents): () => void;
  /** False: nobody would hear it, so that it need not be made. */
  wants(name: string): boolean;
}

export interface SubscribeEvents {
  readonly names: readonly string[];
  readonly listener: (event: BusEvent) => void;
}
