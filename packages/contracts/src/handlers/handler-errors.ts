import type { Recoverable } from '../failures/error-class.js';
import { SchedulerError, showValue } from '../errors/scheduler-error.js';

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

/** A payload was stored by a later build, as happens during a deployment. A node with that build can run it. */
export class PayloadTooNew extends SchedulerError implements Recoverable {
  readonly code = 'PAYLOAD_TOO_NEW';
  readonly recoverable = true;
  readonly tripsCircuit = false;

  constructor(
    readonly type: string,
    readonly version: number,
    readonly known: number,
  ) {
    super(
      `the payload of ${showValue(type)} has version ${version}, and this build knows ${known}; it is tried again, so that a node with the newer build can take it`,
    );
  }
}

/** Handlers are functions, agents or workflows, and nothing else. */
export class HandlerKindUnknown extends SchedulerError {
  readonly code = 'HANDLER_KIND_UNKNOWN';

  constructor(
    readonly kind: string,
    readonly known: readonly string[],
  ) {
    super(`${showValue(kind)} is not a kind of handler; accepted: ${known.join(', ')}`);
  }
}
