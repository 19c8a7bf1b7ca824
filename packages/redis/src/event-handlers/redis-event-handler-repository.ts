import { type EventHandler, EventHandlerAlreadyExists, type Page } from '@scheduler/contracts';
import {
  type EventHandlerById,
  type EventHandlerByName,
  type EventHandlerRepository,
  type EventHandlerResult,
  handlesEventsOf,
  type ListeningHandlers,
  type ListEventHandlers,
} from '@scheduler/contracts/adapter';
import { inChunks } from '../database/in-chunks.js';
import { type FieldValues, readHashes } from '../database/read-hashes.js';
import type { RedisDatabase } from '../database/redis-database.js';
import { isInScope, scopeOf } from '../database/scope.js';
import {
  changeableFields,
  EVENT_HANDLER_FIELDS,
  eventHandlerFromValues,
  eventHandlerToHash,
} from './event-handler-hash.js';
import {
  ADD_HANDLER,
  FIND_HANDLER,
  RECORD_RESULTS,
  REMOVE_HANDLER,
  SAVE_HANDLER,
} from './event-handler-steps.js';

/** Event handlers on Redis. */
export class RedisEventHandlerRepository implements EventHandlerRepository {
  constructor(private readonly database: RedisDatabase) {}

  async add({ handler }: { readonly handler: EventHandler }): Promise<void> {
    const args = [handler.id, ...fieldArgs(eventHandlerToHash(handler))];
    const taken = (await this.database.run(ADD_HANDLER, args)) as 'id' | 'name' | null;
    if (taken !== null) throw new EventHandlerAlreadyExists(taken, handler[taken]);
  }

  async save({ handler }: { readonly handler: EventHandler }): Promise<EventHandler | null> {
    const args = [handler.id, ...fieldArgs(changeableFields(handler))];
    const values = (await this.database.run(SAVE_HANDLER, args)) as FieldValues | null;
    return values === null ? null : eventHandlerFromValues(handler.id, values);
  }

  async delete({ id, tenant }: EventHandlerById): Promise<boolean> {
    return (await this.database.run(REMOVE_HANDLER, [id, scopeOf(tenant)])) === 1;
  }

  async get({ id, tenant }: EventHandlerById): Promise<EventHandler | null> {
    const [handler] = await this.read([id]);
    return handler !== undefined && isInScope(handler, tenant) ? handler : null;
  }

  async findByName({ eventName, name, tenant }: EventHandlerByName): Promise<EventHandler | null> {
    const id = (await this.database.run(FIND_HANDLER, [eventName, tenant ?? '', name])) as string | null;
    return id === null ? null : this.get({ id, tenant });
  }

  async list({ tenant, eventName, limit, offset }: ListEventHandlers): Promise<Page<EventHandler>> {
    const all = await this.readSorted(eventName === undefined ? 'handlers:all' : `handlers:on:${eventName}`);
    const inScope = all.filter((handler) => isInScope(handler, tenant));
    return {
      items: inScope.slice(offset, offset + limit),
      total: inScope.length,
      totalIsExact: true,
      limit,
      offset,
    };
  }

  async listening({ eventName, tenant }: ListeningHandlers): Promise<readonly EventHandler[]> {
    const all = await this.readSorted(`handlers:on:${eventName}`);
    return all.filter((handler) => handler.enabled && handlesEventsOf(handler, tenant));
  }

  async record({ results }: { readonly results: readonly EventHandlerResult[] }): Promise<void> {
    for (const chunk of inChunks(results)) {
      const args = chunk.flatMap(({ id, succeeded, failed, at, error }) => [
        id,
        succeeded,
        failed,
        at.getTime(),
        error ?? '',
      ]);
      await this.database.run(RECORD_RESULTS, [chunk.length, ...args]);
    }
  }

  private async readSorted(index: string): Promise<readonly EventHandler[]> {
    const handlers = await this.read(await this.database.redis.smembers(this.database.key(index)));
    return [...handlers].sort(
      (a, b) =>
        compare(a.eventName, b.eventName) ||
        a.priority - b.priority ||
        compare(a.name, b.name) ||
        compare(a.id, b.id),
    );
  }

  private async read(ids: readonly string[]): Promise<readonly EventHandler[]> {
    const handlers: EventHandler[] = [];
    let position = 0;
    const names = ids.map((id) => `h:${id}`);
    for await (const values of readHashes(this.database, names, EVENT_HANDLER_FIELDS)) {
      const handler = eventHandlerFromValues(ids[position] ?? '', values);
      position += 1;
      if (handler !== null) handlers.push(handler);
    }
    return handlers;
  }
}

function fieldArgs(fields: Readonly<Record<string, string>>): (string | number)[] {
  const pairs = Object.entries(fields);
  return [pairs.length, ...pairs.flat()];
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
