import type { JsonObject } from '../values/json.js';

/** The event that created a job or an execution, as stored in its metadata under `event`. */
export interface TriggeringEvent extends JsonObject {
  readonly id: string;
  readonly name: string;
  /** An instant in ISO 8601. */
  readonly at: string;
  /** Null for the work of actions, whose payload holds the data. */
  readonly data: JsonObject | null;
}

/**
 * The event that created the work of a handler. Null: none did.
 *
 * @example
 * handle: (job) => JobResult.success(eventOf(job)?.data?.ticketId ?? null)
 */
export function eventOf({ metadata }: { readonly metadata: JsonObject }): TriggeringEvent | null {
  const event = metadata['event'];
  const isEvent = typeof event === 'object' && event !== null && !Array.isArray(event) && 'name' in event;
  return isEvent ? (event as TriggeringEvent) : null;
}
