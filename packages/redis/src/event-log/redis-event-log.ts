import type { LoggedEvent } from '@scheduler/contracts';
import type {
  EventCheckpoint,
  EventLog,
  EventLogBounds,
  EventPage,
  FindEvent,
  PruneEvents,
  ReadEvents,
  SaveCheckpoint,
} from '@scheduler/contracts/adapter';
import type { RedisDatabase } from '../database/redis-database.js';
import { deleteCheckpoint, readCheckpoint, readCheckpoints, saveCheckpoint } from './checkpoints.js';
import { pruneEvents, TenantEvents } from './delete-events.js';
import { findEvent, readBounds, readEvents } from './read-events.js';

/** The event log in Redis. The scripts of the other repositories of the store append to its stream. */
export class RedisEventLog implements EventLog {
  private readonly ofTenants: TenantEvents;

  constructor(private readonly database: RedisDatabase) {
    this.ofTenants = new TenantEvents(database);
  }

  async read(request: ReadEvents): Promise<EventPage> {
    return readEvents(this.database, request);
  }

  async find(request: FindEvent): Promise<LoggedEvent | null> {
    return findEvent(this.database, request);
  }

  async bounds(): Promise<EventLogBounds> {
    return readBounds(this.database);
  }

  async checkpoint({ name }: { readonly name: string }): Promise<EventCheckpoint | null> {
    return readCheckpoint(this.database, name);
  }

  async checkpoints(): Promise<readonly EventCheckpoint[]> {
    return readCheckpoints(this.database);
  }

  async saveCheckpoint(request: SaveCheckpoint): Promise<boolean> {
    return saveCheckpoint(this.database, request);
  }

  async deleteCheckpoint({ name }: { readonly name: string }): Promise<boolean> {
    return deleteCheckpoint(this.database, name);
  }

  async prune(request: PruneEvents): Promise<number> {
    return pruneEvents(this.database, request);
  }

  async deleteOfTenant({
    tenant,
    limit,
  }: {
    readonly tenant: string;
    readonly limit: number;
  }): Promise<number> {
    return this.ofTenants.delete(tenant, limit);
  }
}
