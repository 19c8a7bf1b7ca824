import type { EventHandler } from '../events/event-handler.js';
import type { Page, PageRequest } from '../values/page.js';
import type { TenantScope } from '../values/tenant-scope.js';

/** Who hears which event, for all nodes, and what came of it. */
export interface EventHandlerRepository {
  /** Throws EventHandlerAlreadyExists for an id that is taken, or a name that the event and the tenant have already. */
  add(request: { readonly handler: EventHandler }): Promise<void>;
  /** Writes what can be changed: action, priority, whether it is enabled. What was counted stays. Null: there is none. */
  save(request: { readonly handler: EventHandler }): Promise<EventHandler | null>;
  /** False: there was none. */
  delete(request: EventHandlerById): Promise<boolean>;
  /** Null: no such handler for this tenant. */
  get(request: EventHandlerById): Promise<EventHandler | null>;
  /** Null: no such handler. */
  findByName(request: EventHandlerByName): Promise<EventHandler | null>;
  /** By event, priority, name and id. */
  list(request: ListEventHandlers): Promise<Page<EventHandler>>;
  /** Enabled handlers of an event: those of its tenant and those of nobody in particular, by priority, name and id. */
  listening(request: ListeningHandlers): Promise<readonly EventHandler[]>;
  /** Adds to what is counted, each handler in one statement: nobody who counts at the same time is overwritten. Handlers that are gone are left out. */
  record(request: { readonly results: readonly EventHandlerResult[] }): Promise<void>;
}

export interface EventHandlerById {
  readonly id: string;
  readonly tenant: TenantScope;
}

export interface EventHandlerByName {
  readonly eventName: string;
  readonly name: string;
  /** Its owner. Null: nobody, not anybody. */
  readonly tenant: string | null;
}

export interface ListEventHandlers extends PageRequest {
  readonly tenant: TenantScope;
  readonly eventName?: string;
}

export interface ListeningHandlers {
  readonly eventName: string;
  /** Of the event. Null: nobody's, which handlers of a tenant do not hear. */
  readonly tenant: string | null;
}

export interface EventHandlerResult {
  readonly id: string;
  /** When it heard the latest of them. */
  readonly at: Date;
  readonly succeeded: number;
  readonly failed: number;
  /** Of the latest failure. Null: none failed. */
  readonly error: string | null;
}
