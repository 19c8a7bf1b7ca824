import { didYouMean } from './did-you-mean.js';
import { InputError, SchedulerError, showValue } from './scheduler-error.js';

/** A definition, trigger, policy or change that cannot be scheduled. */
export class ScheduleInvalid extends InputError {
  readonly code = 'SCHEDULE_INVALID';
}

/** A payload that is not JSON, is too large or too deep, has dangerous keys, or fails the validation of its handler. */
export class PayloadInvalid extends InputError {
  readonly code = 'PAYLOAD_INVALID';
}

/** A filter, page or sort order that cannot be answered. */
export class QueryInvalid extends InputError {
  readonly code = 'QUERY_INVALID';
}

/** A setting, from an object or a `SCHEDULER_*` variable, that is unknown or out of range. */
export class ConfigurationInvalid extends InputError {
  readonly code = 'CONFIGURATION_INVALID';
}

export class JobNotFound extends SchedulerError {
  readonly code = 'JOB_NOT_FOUND';

  constructor(readonly reference: string) {
    super(`no job has the id or name ${showValue(reference)}; list the jobs to see what exists`);
  }
}

export class ExecutionNotFound extends SchedulerError {
  readonly code = 'EXECUTION_NOT_FOUND';

  constructor(readonly executionId: string) {
    super(`no execution has the id ${showValue(executionId)}; see the history of its job`);
  }
}

const WAYS_OUT = {
  id: 'choose another id, or none; ids are unique over all tenants',
  name: 'choose another name, or update that job',
  uniqueKey: 'wait until it has ended, or choose another key',
} as const;

/** The id is taken, or a job of the same tenant that has not ended has the same name or unique key. */
export class JobAlreadyExists extends SchedulerError {
  readonly code = 'JOB_ALREADY_EXISTS';

  constructor(
    readonly field: 'id' | 'name' | 'uniqueKey',
    readonly value: string,
  ) {
    super(`a job with the ${field} ${showValue(value)} exists already; ${WAYS_OUT[field]}`);
  }
}

/** The job was changed between the read and the write of the caller. Read it again and decide again. */
export class ConcurrentChange extends SchedulerError {
  readonly code = 'CONCURRENT_CHANGE';

  constructor(
    readonly jobId: string,
    readonly expectedRevision: number,
  ) {
    super(
      `job ${jobId} was changed by somebody else (expected revision ${expectedRevision}); read it again and retry`,
    );
  }
}

/** The job has another revision than the caller expects, because somebody or a run has changed it since it was read. Nothing was changed. */
export class JobRevisionMismatch extends SchedulerError {
  readonly code = 'JOB_REVISION_MISMATCH';

  constructor(
    readonly jobId: string,
    readonly expectedRevision: number,
    readonly currentRevision: number,
  ) {
    super(
      `job ${jobId} has revision ${currentRevision}, and not ${expectedRevision} as expected; read it again, and decide again`,
    );
  }
}

export class IllegalTransition extends SchedulerError {
  readonly code = 'ILLEGAL_TRANSITION';

  constructor(
    readonly subject: string,
    readonly from: string,
    readonly to: string,
    wayOut?: string,
  ) {
    super(`${subject} is ${from} and cannot become ${to}${wayOut === undefined ? '' : `; ${wayOut}`}`);
  }
}

export class HandlerNotFound extends SchedulerError {
  readonly code = 'HANDLER_NOT_FOUND';

  constructor(
    readonly type: string,
    readonly known: readonly string[],
  ) {
    const available = known.length === 0 ? 'no handler is registered' : `registered: ${known.join(', ')}`;
    const meant = typeof type === 'string' ? didYouMean(type, known) : null;
    const hint = meant === null ? '' : `did you mean ${showValue(meant)}? `;
    super(`no handler supports the job type ${showValue(type)}; ${hint}${available}`);
  }
}

export class HandlerAlreadyRegistered extends SchedulerError {
  readonly code = 'HANDLER_ALREADY_REGISTERED';

  constructor(
    readonly type: string,
    readonly handlers: readonly string[],
  ) {
    super(
      `the job type ${showValue(type)} has ${handlers.length} handlers (${handlers.join(', ')}); exactly one may support it`,
    );
  }
}

/** A handler returned a result with unknown or wrong fields, or an output that cannot be stored; or a builder of results was called with them. */
export class ResultInvalid extends InputError {
  readonly code = 'RESULT_INVALID';
}

/** The lease has expired or was taken over, so that the write of its former owner was refused. */
export class LeaseLost extends SchedulerError {
  readonly code = 'LEASE_LOST';

  constructor(
    readonly executionId: string,
    readonly fence: number,
  ) {
    super(
      `the lease on execution ${executionId} (fence ${fence}) is lost; its outcome was refused and another attempt decides`,
    );
  }
}

export class NotLeader extends SchedulerError {
  readonly code = 'NOT_LEADER';

  constructor(
    readonly node: string,
    readonly leader: string | null,
  ) {
    super(
      `node ${node} is not the leader (${leader === null ? 'nobody is' : `${leader} is`}); acquire leadership first`,
    );
  }
}

/** A call of a node that stops or has stopped. It is the same on every store. */
export class ShuttingDown extends SchedulerError {
  readonly code = 'SHUTTING_DOWN';

  constructor(
    readonly operation: string,
    readonly state: string = 'stopping',
  ) {
    super(
      state === 'stopped'
        ? `${operation} is refused: the scheduler has stopped; start or open it again, or ask another node`
        : `${operation} is refused: the scheduler is shutting down; ask another node or start again`,
    );
  }
}

/** A call that needs an open store and cannot open it by itself: inside a transaction, or directly on a store that was closed. */
export class NotOpen extends SchedulerError {
  readonly code = 'NOT_OPEN';

  constructor(
    readonly operation: string,
    wayOut = 'open or start the scheduler first',
  ) {
    super(`${operation} is refused: the store is not open; ${wayOut}`);
  }
}

/** The store does not answer, or refuses access. The write may or may not have been applied. The message holds no address and no password. */
export class StoreUnavailable extends SchedulerError {
  readonly code = 'STORE_UNAVAILABLE';

  constructor(
    readonly store: string,
    problem: string,
    options: { readonly wayOut?: string; readonly cause?: unknown } = {},
  ) {
    super(
      `the ${store} store cannot be used: ${problem}${options.wayOut === undefined ? '' : `; ${options.wayOut}`}`,
      { cause: options.cause },
    );
  }
}

/** The tables of the store are missing, older or newer than this build expects. */
export class SchemaMismatch extends SchedulerError {
  readonly code = 'SCHEMA_MISMATCH';

  constructor(
    readonly store: string,
    problem: string,
    wayOut: string,
  ) {
    super(`the tables of the ${store} store do not fit: ${problem}; ${wayOut}`);
  }
}

/** The adapter or this version does not support a feature. */
export class FeatureNotSupported extends SchedulerError {
  readonly code = 'FEATURE_NOT_SUPPORTED';

  constructor(
    readonly feature: string,
    readonly by: string,
    wayOut?: string,
  ) {
    super(`${feature} is not supported by ${by}${wayOut === undefined ? '' : `; ${wayOut}`}`);
  }
}

/** The reason of `context.signal` when the timeout of an attempt is over. */
export class ExecutionTimedOut extends SchedulerError {
  readonly code = 'EXECUTION_TIMED_OUT';

  constructor(
    readonly executionId: string,
    readonly timeoutMs: number,
  ) {
    super(`execution ${executionId} did not finish within its timeout of ${timeoutMs} ms`);
  }
}

/** The reason of `context.signal` when the execution was cancelled. */
export class ExecutionCancelled extends SchedulerError {
  readonly code = 'EXECUTION_CANCELLED';

  constructor(
    readonly executionId: string,
    readonly reason: string,
  ) {
    super(`execution ${executionId} was cancelled: ${reason}`);
  }
}

/** The reason of `context.signal` when the node stops and the execution goes back to its queue. */
export class ExecutionInterrupted extends SchedulerError {
  readonly code = 'EXECUTION_INTERRUPTED';

  constructor(
    readonly executionId: string,
    readonly reason: string,
  ) {
    super(`execution ${executionId} was interrupted: ${reason}; it runs again without using up a retry`);
  }
}
