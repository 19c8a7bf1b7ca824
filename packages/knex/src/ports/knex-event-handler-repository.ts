import type { EventHandler, Page } from '@scheduler/contracts';
import type {
  EventHandlerById,
  EventHandlerByName,
  EventHandlerRepository,
  EventHandlerResult,
  ListeningHandlers,
  ListEventHandlers,
} from '@scheduler/contracts/adapter';
import type { Database } from '../database/database.js';
import {
  addEventHandler,
  findEventHandler,
  getEventHandler,
  listeningHandlers,
  listEventHandlers,
  recordEventHandlers,
  deleteEventHandler,
  saveEventHandler,
} from '../queries/event-handlers.js';

export class KnexEventHandlerRepository implements EventHandlerRepository {
  constructor(private readonly database: Database) {}

  add({ handler }: { readonly handler: EventHandler }): Promise<void> {
    return addEventHandler(this.database, handler);
  }

  save({ handler }: { readonly handler: EventHandler }): Promise<EventHandler | null> {
    return saveEventHandler(this.database, handler);
  }

  delete(request: EventHandlerById): Promise<boolean> {
    return deleteEventHandler(this.database, request);
  }

  get(request: EventHandlerById): Promise<EventHandler | null> {
    return getEventHandler(this.database, request);
  }

  findByName(request: EventHandlerByName): Promise<EventHandler | null> {
    return findEventHandler(this.database, request);
  }

  list(request: ListEventHandlers): Promise<Page<EventHandler>> {
    return listEventHandlers(this.database, request);
  }

  listening(request: ListeningHandlers): Promise<readonly EventHandler[]> {
    return listeningHandlers(this.database, request);
  }

  record({ results }: { readonly results: readonly EventHandlerResult[] }): Promise<void> {
    return recordEventHandlers(this.database, results);
  }
}
