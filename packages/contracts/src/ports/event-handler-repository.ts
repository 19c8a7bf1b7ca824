import type { EventHandler } from '../events/event-handler.js';
import type { Page, PageRequest } from '../values/page.js';
import type { TenantScope } from '../values/tenant.js';

/** The stored handlers of events, for all nodes, with counts of what they did. */
export interface EventHandlerRepository {
  /** Throws EventHandlerAlreadyExists for an id that is taken, or a name that the event and the tenant have already. */
  add(request: { readonly handler: EventHandler }): Promise<void>;
  /** Writes what can be changed: action, priority, whether it is enabled and handles the events of all tenants. The counts stay. Null: there is no such handler. */
  save(request: { readonly handler: EventHandler }): Promise<EventHandler | null>;
  /** False: there was none. */
  delete(request: EventHandlerById): Promise<boolean>;
  /** Null: no such handler for this tenant. */
  get(request: EventHandlerById): Promise<EventHandler | null>;
  /** Null: no such handler. */
  findByName(request: EventHandlerByName): Promise<EventHandler | null>;
  /** By event, priority, name and id. */
  list(request: ListEventHandlers): Promise<Page<EventHandler>>;
  /** The enabled handlers of an event, by priority, name and id: those of its tenant, and those without a tenant that handle the events of all tenants; of an event without a tenant, all those without one. */
  listening(request: ListeningHandlers): Promise<readonly EventHandler[]>;
  /** Adds to the counts, each handler in one statement, so that concurrent calls do not overwrite each other. Deleted handlers are ignored. */
  record(request: { readonly results: readonly EventHandlerResult[] }): Promise<void>;
}

export interface EventHandlerById {
  readonly id: string;
  readonly tenant: TenantScope;
}

export interface EventHandlerByName {
  readonly eventName: string;
  readonly name: string;
  /** The tenant that owns it. Null: a handler without a tenant, not of any tenant. */
  readonly tenant: string | null;
}

export interface ListEventHandlers extends PageRequest {
  readonly tenant: TenantScope;
  readonly eventName?: string;
}

export interface ListeningHandlers {
  readonly eventName: string;
  /** The tenant of the event. Null: an event without a tenant, which handlers of a tenant do not receive. */
  readonly tenant: string | null;
}

export interface EventHandlerResult {
  readonly id: string;
  /** When it received the latest of these events. */
  readonly at: Date;
  readonly succeeded: number;
  readonly failed: number;
  /** The message of the latest failure. Null: none failed. */
  readonly error: string | null;
}
