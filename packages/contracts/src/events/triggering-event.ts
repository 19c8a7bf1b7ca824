import type { JsonObject } from '../values/json.js';

/** The event that made a job or an execution, as its metadata tell it under `event`. */
export interface TriggeringEvent extends JsonObject {
  readonly id: string;
  readonly name: string;
  /** ISO 8601. */
  readonly at: string;
  /** Null where the payload has it: the work of an action. */
  readonly data: JsonObject | null;
}

/**
 * Which event a handler is called for. Null: none.
 *
 * @example
 * handle: (job) => JobResult.success(eventOf(job)?.data?.ticketId ?? null)
 */
export function eventOf({ metadata }: { readonly metadata: JsonObject }): TriggeringEvent | null {
  const event = metadata['event'];
  const isOurs = typeof event === 'object' && event !== null && !Array.isArray(event) && 'name' in event;
  return isOurs ? (event as TriggeringEvent) : null;
}
