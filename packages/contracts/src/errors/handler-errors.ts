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
