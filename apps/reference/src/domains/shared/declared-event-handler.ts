import type { EventAction } from '@scheduler/contracts';

/** An event handler that a domain declares. */
export interface DeclaredEventHandler {
  readonly eventName: string;
  readonly name: string;
  readonly action: EventAction;
}
