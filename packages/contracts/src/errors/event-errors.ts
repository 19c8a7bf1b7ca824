import { InputError, SchedulerError, showValue } from './scheduler-error.js';

/** An event or an event handler that is not valid. */
export class EventInvalid extends InputError {
  readonly code = 'EVENT_INVALID';
}

/** The events after a position are not there any more. */
export class EventsPruned extends SchedulerError {
  readonly code = 'EVENTS_PRUNED';

  constructor(
    readonly position: string,
    readonly prunedTo: string,
  ) {
    super(
      `the events after the position ${showValue(position)} were deleted by retention, up to ${showValue(prunedTo)}; read from the beginning of what is kept, and build anew what was built from the log`,
    );
  }
}

/** No subscription or projection of this name has read the event log. */
export class EventReaderNotFound extends SchedulerError {
  readonly code = 'EVENT_READER_NOT_FOUND';

  constructor(readonly reader: string) {
    super(
      `no subscription or projection has the name ${showValue(reader)}; list the readers of the event log to see what exists`,
    );
  }
}

export class EventHandlerNotFound extends SchedulerError {
  readonly code = 'EVENT_HANDLER_NOT_FOUND';

  constructor(readonly handlerId: string) {
    super(`no event handler has the id ${showValue(handlerId)}; list the event handlers to see what exists`);
  }
}

export class EventHandlerAlreadyExists extends SchedulerError {
  readonly code = 'EVENT_HANDLER_ALREADY_EXISTS';

  constructor(
    readonly field: 'id' | 'name',
    readonly value: string,
  ) {
    super(
      `an event handler with the ${field} ${showValue(value)} exists already; choose another ${field}, or change that handler`,
    );
  }
}
