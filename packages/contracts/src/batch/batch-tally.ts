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

  /** Restores the progress of an earlier attempt. A checkpoint of another form is ignored. */
  static from(saved: JsonValue): BatchTally {
    const tally = new BatchTally();
    return isSaved(saved) ? Object.assign(tally, saved) : tally;
  }

  get ended(): number {
    return this.processed + this.failed;
  }

  fail(error: unknown): void {
    this.failed += 1;
    const message = (error instanceof Error ? error.message : String(error)).slice(0, MAX_MESSAGE_LENGTH);
    this.errors = [...this.errors.slice(1 - KEPT_ERRORS), { item: this.ended, message }];
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
