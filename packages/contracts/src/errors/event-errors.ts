import { InputError, SchedulerError, showValue } from './scheduler-error.js';

/** An event or an event handler that is not valid. */
export class EventInvalid extends InputError {
  readonly code = 'EVENT_INVALID';
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
