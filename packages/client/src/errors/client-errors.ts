/** The code of an error that arises in the client itself. It is stable: match on it, not on texts. */
export type ClientErrorCode =
  'ANSWER_UNEXPECTED' | 'ARGUMENT_INVALID' | 'CONNECTION_FAILED' | 'REQUEST_TIMED_OUT';

/** What every error of the client is. */
export abstract class SchedulerClientError extends Error {
  /** Stable: match on it, not on texts. That of the server for its answers, else a `ClientErrorCode`. */
  abstract readonly code: string;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** An argument or an option is wrong. Nothing was sent. */
export class InvalidArgument extends SchedulerClientError {
  readonly code = 'ARGUMENT_INVALID' satisfies ClientErrorCode;

  constructor(
    /** Which one, such as `jobs.get: id`. */
    readonly field: string,
    problem: string,
  ) {
    super(`${field}: ${problem}`);
    this.name = 'InvalidArgument';
  }
}

/** No answer came. `cause` is what `fetch` said. Whether a write was carried out is not known. */
export class ConnectionFailed extends SchedulerClientError {
  readonly code = 'CONNECTION_FAILED' satisfies ClientErrorCode;

  constructor(
    readonly operation: string,
    cause: unknown,
  ) {
    super(`${operation}: no answer came from the scheduler${reasonOf(cause)}`, { cause });
    this.name = 'ConnectionFailed';
  }
}

/** No answer came in time. Whether a write was carried out is not known. */
export class RequestTimedOut extends SchedulerClientError {
  readonly code = 'REQUEST_TIMED_OUT' satisfies ClientErrorCode;

  constructor(
    readonly operation: string,
    readonly timeoutMs: number,
  ) {
    super(`${operation}: no answer came within ${timeoutMs} ms; timeoutMs sets another limit`);
    this.name = 'RequestTimedOut';
  }
}

/** An answer that is not what this API gives, such as a page of something between here and the scheduler. */
export class UnexpectedAnswer extends SchedulerClientError {
  readonly code = 'ANSWER_UNEXPECTED' satisfies ClientErrorCode;

  constructor(
    readonly operation: string,
    readonly status: number,
    problem: string,
  ) {
    super(`${operation}: ${problem}; is baseUrl that of the API?`);
    this.name = 'UnexpectedAnswer';
  }
}

/** The code of the system, such as ECONNREFUSED. The message of the cause is not shown, since it may quote what was sent. */
function reasonOf(cause: unknown): string {
  const codes = [cause, (cause as { readonly cause?: unknown } | null)?.cause].map(
    (each) => (each as { readonly code?: unknown } | null | undefined)?.code,
  );
  const code = codes.find((each) => typeof each === 'string' && /^[A-Z_]{3,40}$/.test(each));
  return code === undefined ? '' : ` (${String(code)})`;
}
