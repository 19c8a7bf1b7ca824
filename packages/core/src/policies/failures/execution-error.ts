import type { ExecutionError } from '@scheduler/contracts';
import { createRedact, type Redact } from '../../support/redaction/redact.js';

const LONGEST_MESSAGE = 2_000;
const LONGEST_STACK = 8_000;

const REDACT = createRedact();

/** What is stored of an error: capped, and without secrets. */
export function toExecutionError(
  error: unknown,
  errorClass: ExecutionError['errorClass'] = null,
  redact: Redact = REDACT,
): ExecutionError {
  try {
    return { ...read(error, redact), errorClass };
  } catch {
    // A getter or a toString that throws must not lose the outcome.
    return { name: 'Error', message: 'an error that cannot be read', code: null, stack: null, errorClass };
  }
}

function read(error: unknown, redact: Redact): Omit<ExecutionError, 'errorClass'> {
  const clean = (text: string, longest: number) => cleaned(text, longest, redact);
  if (typeof error !== 'object' || error === null) {
    return { name: 'Error', message: clean(String(error), LONGEST_MESSAGE), code: null, stack: null };
  }
  const { name, message, code, stack } = error as Partial<
    Record<'name' | 'message' | 'code' | 'stack', unknown>
  >;
  return {
    name: typeof name === 'string' ? clean(name, LONGEST_MESSAGE) : 'Error',
    message: clean(typeof message === 'string' ? message : safeJson(error), LONGEST_MESSAGE),
    code: typeof code === 'string' || typeof code === 'number' ? clean(String(code), LONGEST_MESSAGE) : null,
    stack: typeof stack === 'string' ? clean(stack, LONGEST_STACK) : null,
  };
}

/** So much more is read than is kept: a secret that is cut off at its end would not be recognised. */
const LOOKAHEAD = 2_000;

function cleaned(text: string, longest: number, redact: Redact): string {
  const safe = redact(text.slice(0, longest + LOOKAHEAD));
  return safe.length > longest ? `${safe.slice(0, longest)}…` : safe;
}

function safeJson(value: object): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return 'an error that cannot be shown';
  }
}
