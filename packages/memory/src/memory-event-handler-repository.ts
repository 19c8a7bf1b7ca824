import {
  type EventAction,
  type EventHandler,
  EventHandlerAlreadyExists,
  type JsonValue,
  type Page,
} from '@scheduler/contracts';
import {
  type EventHandlerById,
  type EventHandlerByName,
  type EventHandlerRepository,
  type EventHandlerResult,
  handlesEventsOf,
  isInScope,
  type ListeningHandlers,
  type ListEventHandlers,
} from '@scheduler/contracts/adapter';
import { ownJson } from './database/own-copy.js';

/** Event handlers in memory, shared by the nodes of one process. */
export class MemoryEventHandlerRepository implements EventHandlerRepository {
  private readonly handlers = new Map<string, EventHandler>();

  async add({ handler }: { readonly handler: EventHandler }): Promise<void> {
    if (this.handlers.has(handler.id)) throw new EventHandlerAlreadyExists('id', handler.id);
    if (this.named(handler) !== null) throw new EventHandlerAlreadyExists('name', handler.name);
    this.handlers.set(handler.id, owned(handler));
  }

  async save({ handler }: { readonly handler: EventHandler }): Promise<EventHandler | null> {
    const stored = this.handlers.get(handler.id);
    if (stored === undefined) return null;
    const { handlerType, action, priority, enabled, allTenants, updatedAt } = handler;
    return forCaller(this.put({ ...stored, handlerType, action, priority, enabled, allTenants, updatedAt }));
  }

  async delete({ id, tenant }: EventHandlerById): Promise<boolean> {
    const stored = this.handlers.get(id);
    return stored !== undefined && isInScope(stored, tenant) && this.handlers.delete(id);
  }

  async get({ id, tenant }: EventHandlerById): Promise<EventHandler | null> {
    const stored = this.handlers.get(id);
    return stored !== undefined && isInScope(stored, tenant) ? forCaller(stored) : null;
  }

  async findByName(request: EventHandlerByName): Promise<EventHandler | null> {
    const stored = this.named(request);
    return stored === null ? null : forCaller(stored);
  }

  async list({ tenant, eventName, limit, offset }: ListEventHandlers): Promise<Page<EventHandler>> {
    const all = this.inOrder().filter(
      (handler) => isInScope(handler, tenant) && (eventName === undefined || handler.eventName === eventName),
    );
    return {
      items: all.slice(offset, offset + limit).map(forCaller),
      total: all.length,
      totalIsExact: true,
      limit,
      offset,
    };
  }

  async listening({ eventName, tenant }: ListeningHandlers): Promise<readonly EventHandler[]> {
    return this.inOrder()
      .filter(
        (handler) => handler.eventName === eventName && handler.enabled && handlesEventsOf(handler, tenant),
      )
      .map(forCaller);
  }

  async record({ results }: { readonly results: readonly EventHandlerResult[] }): Promise<void> {
    for (const { id, at, succeeded, failed, error } of results) {
      const stored = this.handlers.get(id);
      if (stored === undefined) continue;
      this.put({
        ...stored,
        triggerCount: stored.triggerCount + succeeded + failed,
        successCount: stored.successCount + succeeded,
        failureCount: stored.failureCount + failed,
        lastTriggeredAt: at,
        lastError: error ?? stored.lastError,
      });
    }
  }

  private named({ eventName, name, tenant }: EventHandlerByName): EventHandler | null {
    for (const handler of this.handlers.values())
      if (handler.eventName === eventName && handler.name === name && handler.tenant === tenant)
        return handler;
    return null;
  }

  private put(handler: EventHandler): EventHandler {
    const copy = owned(handler);
    this.handlers.set(copy.id, copy);
    return copy;
  }

  private inOrder(): EventHandler[] {
    return [...this.handlers.values()].sort(
      (a, b) =>
        compare(a.eventName, b.eventName) ||
        a.priority - b.priority ||
        compare(a.name, b.name) ||
        compare(a.id, b.id),
    );
  }
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Copies the action, because the caller may still change it. */
function owned(handler: EventHandler): EventHandler {
  const action = ownJson(handler.action as unknown as JsonValue) as unknown as EventAction | null;
  return Object.freeze({ ...forCaller(handler), action });
}

/** With dates of its own. The action is frozen and shared. */
function forCaller(handler: EventHandler): EventHandler {
  const { lastTriggeredAt, createdAt, updatedAt } = handler;
  return {
    ...handler,
    lastTriggeredAt: lastTriggeredAt === null ? null : new Date(lastTriggeredAt),
    createdAt: new Date(createdAt),
    updatedAt: new Date(updatedAt),
  };
}
