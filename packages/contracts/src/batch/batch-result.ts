import type { JsonObject, JsonValue } from '../values/json.js';

export interface BatchItemError extends JsonObject {
  /** The place of the item among all items that were fetched, from 1. */
  readonly item: number;
  readonly message: string;
}

/** The result of a batch over all of its attempts. */
export interface BatchResult extends JsonObject {
  /** `partial`: some items failed. `failed`: the batch was stopped by a failure, or all items failed. */
  readonly status: 'completed' | 'partial' | 'failed';
  readonly processed: number;
  readonly failed: number;
  /** The last 10 errors. */
  readonly errors: readonly BatchItemError[];
  /** Where another run would resume. Null: all items were fetched. */
  readonly cursor: JsonValue;
  /** The duration of the last attempt. */
  readonly durationMs: number;
}
