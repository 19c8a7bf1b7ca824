import type { JsonObject, JsonValue } from '../values/json.js';
import type { BatchItemError } from './batch-result.js';

const KEPT_ERRORS = 10;
const MAX_MESSAGE_LENGTH = 500;

/** The progress of a batch, as it is saved in its checkpoint. */
export interface SavedTally extends JsonObject {
  readonly cursor: JsonValue;
  readonly processed: number;
  readonly failed: number;
  readonly errors: readonly BatchItemError[];
  readonly total: number | null;
}

export class BatchTally {
  cursor: JsonValue = null;
  processed = 0;
  failed = 0;
  errors: readonly BatchItemError[] = [];
  total: number | null = null;
  /** What the next attempt resumes from. Null: it starts from the beginning. */
  saved: SavedTally | null = null;

  /** Restores the progress of an earlier attempt. A checkpoint of another form is ignored. */
  static from(saved: JsonValue): BatchTally {
    const tally = new BatchTally();
    if (!isSaved(saved)) return tally;
    const { cursor, processed, failed, errors, total } = saved;
    Object.assign(tally, { cursor, processed, failed, errors, total });
    tally.saved = tally.toJson();
    return tally;
  }

  get ended(): number {
    return this.processed + this.failed;
  }

  /** `item`: its place in the input, from 1. */
  fail(item: number, error: unknown): void {
    this.failed += 1;
    const message = (error instanceof Error ? error.message : String(error)).slice(0, MAX_MESSAGE_LENGTH);
    this.errors = [...this.errors.slice(1 - KEPT_ERRORS), { item, message }];
  }

  toJson(): SavedTally {
    const { cursor, processed, failed, errors, total } = this;
    return { cursor, processed, failed, errors, total };
  }
}

function isSaved(value: JsonValue): value is SavedTally {
  return (
    typeof value === 'object' &&
    value !== null &&
    'cursor' in value &&
    'processed' in value &&
    Array.isArray(value['errors'])
  );
}
