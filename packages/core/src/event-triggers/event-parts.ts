import type { EventBus } from '@scheduler/contracts';
import type { EventHandlerRepository } from '@scheduler/contracts/adapter';
import type { ManagerParts } from '../schedule/manager-parts.js';
import type { KeyedMutex } from '../support/keyed-mutex.js';
import type { EventFunctions } from './event-functions.js';

/** What event triggers are made of. */
export interface EventParts extends ManagerParts {
  readonly eventHandlers: EventHandlerRepository;
  /** On which functions of all nodes are told. */
  readonly bus: EventBus;
  /** Those of this node. */
  readonly functions: EventFunctions;
  /** Events of one name are served one after the other on this node: they would only race for the same jobs. */
  readonly mutex: KeyedMutex;
}
