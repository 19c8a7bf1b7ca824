import type { EventEntity } from '../event-log/event-names.js';
import type { LoggedEvent } from '../event-log/logged-event.js';
import type { JsonObject } from '../values/json.js';
import type { TenantScope } from '../values/tenant.js';

/**
 * The log of all changes of jobs, executions, queues and runs of workflows. A store that has this port appends the events of a change in the
 * same atomic step as the change itself; the functions of `@scheduler/contracts/adapter` say which events those are.
 */
export interface EventLog {
  /**
   * Events in the order of their positions. What is returned is complete: no event whose position is at or before `next` appears later,
   * however late its transaction commits. Throws EventsPruned if `after` is a position whose successors were deleted.
   */
  read(request: ReadEvents): Promise<EventPage>;

  /** The event at exactly this position. Null: there is none for this tenant, whatever the text is. */
  find(request: FindEvent): Promise<LoggedEvent | null>;

  /** Which part of the log there is. */
  bounds(): Promise<EventLogBounds>;

  /** Null: nothing is kept under this name. */
  checkpoint(request: { readonly name: string }): Promise<EventCheckpoint | null>;

  /** All checkpoints, by name. */
  checkpoints(): Promise<readonly EventCheckpoint[]>;

  /** Writes the checkpoint if its revision is the expected one, and raises it. False: somebody else has written it, and nothing was changed. */
  saveCheckpoint(request: SaveCheckpoint): Promise<boolean>;

  /** False: there was none. */
  deleteCheckpoint(request: { readonly name: string }): Promise<boolean>;

  /**
   * Deletes events in whole segments. A segment holds the events of one day in UTC, so that exactly the days that ended at or before the
   * instant are deleted, at most `limit` events in a call. Returns how many.
   */
  prune(request: PruneEvents): Promise<number>;

  /** Deletes the events of a tenant, at most `limit` in a call. Returns how many, 0 when none is left. */
  deleteOfTenant(request: { readonly tenant: string; readonly limit: number }): Promise<number>;
}

/** Every given condition must hold; a missing or empty one holds always. */
export interface EventFilter {
  /** The tenant whose events are read. Null: those of all tenants, and those without one. */
  readonly tenant: TenantScope;
  readonly names?: readonly string[];
  readonly entity?: EventEntity;
  readonly entityId?: string;
  /** The events of a job and of its executions. */
  readonly jobId?: string;
  /** From this instant on. */
  readonly since?: Date;
  /** Before this instant. */
  readonly until?: Date;
}

export interface ReadEvents extends EventFilter {
  /** The position after which to begin. Null: at the oldest event that is kept. */
  readonly after: string | null;
  /** The most events that are returned. */
  readonly limit: number;
}

export interface FindEvent {
  readonly position: string;
  readonly tenant: TenantScope;
}

export interface EventPage {
  readonly events: readonly LoggedEvent[];
  /** What to give as `after` to read on. It also moves where nothing matched the filter. Null: the log is empty. */
  readonly next: string | null;
  /** True: there was nothing after `next` that can be read yet. */
  readonly atEnd: boolean;
}

export interface EventLogBounds {
  /** Events at and before this position were deleted. Null: none were, so that the log is complete since it was switched on. */
  readonly prunedTo: string | null;
  /** The last position that can be read. Null: the log is empty. */
  readonly latest: string | null;
}

/** How far a reader has come, and what else it has to remember. */
export interface EventCheckpoint {
  readonly name: string;
  /** The position after which it goes on. Null: it has read nothing yet. */
  readonly position: string | null;
  readonly state: JsonObject;
  /** From 1, one more with each write. */
  readonly revision: number;
}

export interface SaveCheckpoint {
  readonly name: string;
  readonly position: string | null;
  readonly state: JsonObject;
  /** Null: there must be no checkpoint of this name yet. */
  readonly expectedRevision: number | null;
}

export interface PruneEvents {
  readonly before: Date;
  readonly limit: number;
}
