import type { EventBus } from '@scheduler/contracts';
import type { EventHandlerRepository } from '@scheduler/contracts/adapter';
import type { ManagerParts } from '../schedule/manager-parts.js';
import type { KeyedMutex } from '../support/keyed-mutex.js';
import type { EventFunctions } from './event-functions.js';

/** The services that event triggers use. */
export interface EventParts extends ManagerParts {
  readonly eventHandlers: EventHandlerRepository;
  /** Carries events to the functions of all nodes. */
  readonly bus: EventBus;
  /** The functions of this node that are subscribed to events. */
  readonly functions: EventFunctions;
  /** Serves events of one name one after the other on this node, since they would only race for the same jobs. */
  readonly mutex: KeyedMutex;
}
