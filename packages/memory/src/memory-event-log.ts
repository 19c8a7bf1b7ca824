import type { LoggedEvent } from '@scheduler/contracts';
import {
  checkScope,
  type EventCheckpoint,
  type EventLog,
  type EventLogBounds,
  type EventPage,
  type FindEvent,
  type PruneEvents,
  type ReadEvents,
  type SaveCheckpoint,
} from '@scheduler/contracts/adapter';
import { ownJson } from './database/own-copy.js';
import type { EventTable } from './tables/event-table.js';

/** The event log in memory. The other repositories of the store append to its table. */
export class MemoryEventLog implements EventLog {
  private readonly kept = new Map<string, EventCheckpoint>();

  constructor(private readonly table: EventTable) {}

  async read(request: ReadEvents): Promise<EventPage> {
    checkScope(request.tenant);
    return this.table.read(request);
  }

  async find({ position, tenant }: FindEvent): Promise<LoggedEvent | null> {
    checkScope(tenant);
    return this.table.find(position, tenant);
  }

  async bounds(): Promise<EventLogBounds> {
    return this.table.bounds();
  }

  async checkpoint({ name }: { readonly name: string }): Promise<EventCheckpoint | null> {
    const found = this.kept.get(name);
    return found === undefined ? null : { ...found };
  }

  async checkpoints(): Promise<readonly EventCheckpoint[]> {
    return [...this.kept.values()]
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map((checkpoint) => ({ ...checkpoint }));
  }

  async saveCheckpoint({ name, position, state, expectedRevision }: SaveCheckpoint): Promise<boolean> {
    const known = this.kept.get(name)?.revision ?? null;
    if (known !== expectedRevision) return false;
    this.kept.set(name, { name, position, state: ownJson(state), revision: (known ?? 0) + 1 });
    return true;
  }

  async deleteCheckpoint({ name }: { readonly name: string }): Promise<boolean> {
    return this.kept.delete(name);
  }

  async prune(request: PruneEvents): Promise<number> {
    return this.table.prune(request);
  }

  async deleteOfTenant({
    tenant,
    limit,
  }: {
    readonly tenant: string;
    readonly limit: number;
  }): Promise<number> {
    return this.table.deleteOfTenant(tenant, limit);
  }
}
