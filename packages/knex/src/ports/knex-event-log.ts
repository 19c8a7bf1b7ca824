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
import type { Database } from '../database/database.js';
import { deleteCheckpoint, readCheckpoints, saveCheckpoint } from '../queries/event-log/checkpoints.js';
import { findEvent, readBounds, readEvents } from '../queries/event-log/read.js';
import { deleteEventsOfTenant, pruneEvents } from '../queries/event-log/retention.js';
import { raw, sql } from '../sql/sql.js';

/** A table of contents: each operation is a file under `queries/event-log`. The other repositories append to the log. */
export class KnexEventLog implements EventLog {
  constructor(private readonly database: Database) {}

  async read(request: ReadEvents): Promise<EventPage> {
    return readEvents(this.database, request);
  }

  async find(request: FindEvent): Promise<LoggedEvent | null> {
    return findEvent(this.database, request);
  }

  bounds(): Promise<EventLogBounds> {
    return readBounds(this.database);
  }

  async checkpoint({ name }: { readonly name: string }): Promise<EventCheckpoint | null> {
    const [found = null] = await readCheckpoints(this.database, sql`name = ${name}`);
    return found;
  }

  checkpoints(): Promise<readonly EventCheckpoint[]> {
    return readCheckpoints(this.database, raw('1 = 1'));
  }

  saveCheckpoint(request: SaveCheckpoint): Promise<boolean> {
    return saveCheckpoint(this.database, request);
  }

  deleteCheckpoint({ name }: { readonly name: string }): Promise<boolean> {
    return deleteCheckpoint(this.database, name);
  }

  prune(request: PruneEvents): Promise<number> {
    return pruneEvents(this.database, request);
  }

  deleteOfTenant(request: { readonly tenant: string; readonly limit: number }): Promise<number> {
    return deleteEventsOfTenant(this.database, request);
  }
}
