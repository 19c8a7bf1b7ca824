import { SchedulerError } from '../errors/scheduler-error.js';
import type { BatchResult } from './batch-result.js';

/** A batch was stopped by a failed item, or all of its items failed. */
export class BatchFailed extends SchedulerError {
  readonly code = 'BATCH_FAILED';

  constructor(readonly result: BatchResult) {
    const last = result.errors.at(-1);
    super(
      `${result.failed} of ${result.processed + result.failed} items failed${last === undefined ? '' : `, item ${last.item} last: ${last.message}`}`,
    );
  }
}
