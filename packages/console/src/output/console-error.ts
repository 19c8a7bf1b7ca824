import type { SchedulerError } from '@scheduler/contracts';

/** Codes of errors that the console itself creates; errors of the scheduler keep their own codes. */
export type ConsoleErrorCode =
  | 'ACCESS_NOT_CONFIGURED'
  | 'ADDRESS_NOT_USABLE'
  | 'APPLICATION_INVALID'
  | 'APPLICATION_NOT_FOUND'
  | 'COMMAND_INVALID'
  | 'EVENT_NOT_FOUND'
  | 'FILE_EXISTS'
  | 'FOLDER_NOT_EMPTY'
  | 'HANDLER_CHECK_INVALID'
  | 'HANDLER_CHECK_NOT_FOUND'
  | 'IMPORT_INVALID'
  | 'MAX_RSS_TOO_SMALL'
  | 'PROCESSES_CANNOT_START'
  | 'QUEUE_UNKNOWN'
  | 'STORE_NOT_SHARED'
  | 'USAGE';

/** An error that the user can solve: the message says what is wrong and what to do. Exit code 1. */
export class ConsoleError extends Error {
  readonly exitCode: number = 1;

  constructor(
    readonly code: ConsoleErrorCode,
    message: string,
    options?: { readonly cause?: unknown },
  ) {
    super(message, options);
    this.name = new.target.name;
  }
}

/**
 * A command line that cannot be understood. Exit code 2.
 *
 * @example
 * throw new UsageError(`--format: ${showValue(format)} is not known; accepted: csv, pdf`);
 */
export class UsageError extends ConsoleError {
  override readonly exitCode = 2;

  constructor(message: string) {
    super('USAGE', message);
  }
}

/** An error of the scheduler in the words of the command line: what the user typed, and what was probably meant. */
export class RewordedError extends Error {
  constructor(
    readonly original: SchedulerError,
    message: string,
  ) {
    super(message, { cause: original });
  }
}

/** A second signal: the process ends without waiting for anything. */
export class EndAtOnce extends Error {
  constructor(readonly exitCode: number) {
    super(`ended at once with exit code ${exitCode}`);
  }
}
