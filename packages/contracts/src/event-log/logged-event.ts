import type { JsonObject, JsonValue } from '../values/json.js';
import type { EventEntity } from './event-names.js';

/**
 * One change, as a store appends it in the same atomic step. It names what happened, to what, by whom, and what is needed to make the same
 * change again. Instants in the data are ISO 8601 texts.
 */
export interface EventRecord {
  /** One of `LOGGED_EVENT_NAMES`. A text, because a log may hold events of a newer version of the program. */
  readonly name: string;
  /** The version of the schema of its data. */
  readonly version: number;
  /** When it happened, by the time of the store. */
  readonly at: Date;
  readonly tenant: string | null;
  readonly entity: EventEntity;
  /** The id of the job, the execution or the run, or the name of the queue. */
  readonly entityId: string;
  /** The job that it belongs to. Null: to none. */
  readonly jobId: string | null;
  /** Who caused it: a node, a principal or a command. Null: it is not known. */
  readonly cause: string | null;
  readonly data: JsonObject;
}

/** An event as it is read. */
export interface LoggedEvent extends EventRecord {
  /** Its place in the log: opaque, and greater as a text than those of all events before it. */
  readonly position: string;
}

/** When and by whom something is changed. */
export interface EventContext {
  readonly at: Date;
  readonly cause: string | null;
}

/** What a handler says has happened in its domain. It is appended to the log together with the outcome. */
export interface DomainEvent {
  /** Such as `report.generated`. */
  readonly name: string;
  readonly data: JsonValue;
}
