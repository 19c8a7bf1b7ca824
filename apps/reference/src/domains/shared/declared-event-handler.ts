import type { EventAction } from '@scheduler/contracts';

/** What a domain wants to be done about an event, as data. */
export interface DeclaredEventHandler {
  readonly eventName: string;
  readonly name: string;
  readonly action: EventAction;
}
