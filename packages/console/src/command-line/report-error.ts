import { isSchedulerError } from '@scheduler/contracts';
import type { ConsoleIo } from '../output/console-io.js';
import { ConsoleError, RewordedError } from '../output/console-error.js';

/** Prints an error, as text on stderr or as JSON on stdout, where a pipe can read it. Returns the exit code. */
export function reportError(io: ConsoleIo, error: unknown): number {
  const { code, message } = describe(error);
  io.result({ error: { code, message } }, () => io.error(message, code === 'USAGE' ? undefined : code));
  if (io.verbose && error instanceof Error) io.detail(stackOf(error));
  else if (code === 'UNEXPECTED' && !io.json) io.note('this may be a bug; --verbose shows where it happened');
  return error instanceof ConsoleError ? error.exitCode : 1;
}

function describe(error: unknown): { readonly code: string; readonly message: string } {
  if (error instanceof RewordedError) return { code: error.original.code, message: error.message };
  if (error instanceof ConsoleError || isSchedulerError(error)) {
    return { code: error.code, message: error.message };
  }
  const message = error instanceof Error ? error.message || error.name : String(error);
  return { code: 'UNEXPECTED', message };
}

function stackOf(error: Error): string {
  const stack = error.stack ?? error.message;
  return error.cause instanceof Error ? `${stack}\ncaused by ${stackOf(error.cause)}` : stack;
}
