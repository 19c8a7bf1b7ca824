import type { JsonObject, JsonValue } from '../values/json.js';

export interface BatchItemError extends JsonObject {
  /** Which item of the batch, from 1, in the order in which they ended. */
  readonly item: number;
  readonly message: string;
}

/** What a batch has done, all attempts together. */
export interface BatchResult extends JsonObject {
  /** `partial`: some items failed. `failed`: it was stopped by a failure, or every item failed. */
  readonly status: 'completed' | 'partial' | 'failed';
  readonly processed: number;
  readonly failed: number;
  /** The last 10. */
  readonly errors: readonly BatchItemError[];
  /** Where it would go on. Null: there is nothing more. */
  readonly cursor: JsonValue;
  /** Of the last attempt. */
  readonly durationMs: number;
}
