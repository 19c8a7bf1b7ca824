import type { BatchResult } from '../batch/batch-result.js';
import { SchedulerError, showValue } from './scheduler-error.js';

/** A middleware ended the attempt before its handler was called. */
export class MiddlewareHalted extends SchedulerError {
  readonly code = 'MIDDLEWARE_HALTED';

  constructor(
    readonly middleware: string,
    readonly reason: string,
  ) {
    super(`the middleware ${showValue(middleware)} halted the attempt: ${reason}`);
  }
}

/** A batch was stopped by an item that failed, or every item failed. */
export class BatchFailed extends SchedulerError {
  readonly code = 'BATCH_FAILED';

  constructor(readonly result: BatchResult) {
    const last = result.errors.at(-1);
    super(
      `${result.failed} of ${result.processed + result.failed} items failed${last === undefined ? '' : `, item ${last.item} last: ${last.message}`}`,
    );
  }
}
