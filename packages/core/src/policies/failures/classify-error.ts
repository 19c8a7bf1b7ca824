import {
  type Backoff,
  type ErrorClass,
  isRecoverable,
  type Recoverable,
  toMilliseconds,
} from '@scheduler/contracts';
import { classOfCode, classOfStatus } from './error-codes.js';

/** What an error implies for retries. Where a field is null, the policy of the job decides alone. */
export interface ErrorClassification {
  readonly errorClass: ErrorClass | null;
  readonly retryable: boolean;
  /** Null: as many as the policy allows. */
  readonly maxRetries: number | null;
  /** Null: the policy's. */
  readonly backoff: Backoff | null;
  /** True: the error itself names its attempts; the job may allow fewer. */
  readonly namesRetries: boolean;
  /** True: the error itself or the other side names the delay, which takes precedence over the backoff of the job. */
  readonly namesDelay: boolean;
  readonly tripsCircuit: boolean;
  /** What happens once there is no further retry. */
  readonly fallback: 'dead_letter' | 'discard';
  /** True: the error itself names the fallback. */
  readonly namesFallback: boolean;
}

/** An application's own rule, which is applied first. Null: it does not decide. */
export type ErrorClassifier = (error: unknown) => ErrorClass | null;

interface ClassRule {
  readonly maxRetries: number;
  readonly backoff: Backoff;
}

const HOUR_MS = 3_600_000;
const exponential = (delayMs: number): Backoff => ({
  strategy: 'exponential',
  delayMs,
  factor: 2,
  maxDelayMs: HOUR_MS,
  jitter: 0,
});
const fixed = (delayMs: number): Backoff => ({
  strategy: 'fixed',
  delayMs,
  factor: 1,
  maxDelayMs: HOUR_MS,
  jitter: 0,
});

export const CLASS_RULES: Readonly<Record<Exclude<ErrorClass, 'terminal'>, ClassRule>> = {
  retryable: { maxRetries: 5, backoff: exponential(1_000) },
  transient: { maxRetries: 3, backoff: fixed(1_000) },
  degraded: { maxRetries: 2, backoff: exponential(30_000) },
};

/** The classification of an unknown error. */
export const UNCLASSIFIED: ErrorClassification = {
  errorClass: null,
  retryable: true,
  maxRetries: null,
  backoff: null,
  namesRetries: false,
  namesDelay: false,
  tripsCircuit: true,
  fallback: 'dead_letter',
  namesFallback: false,
};

const TERMINAL: ErrorClassification = {
  errorClass: 'terminal',
  retryable: false,
  maxRetries: 0,
  backoff: null,
  namesRetries: false,
  namesDelay: false,
  tripsCircuit: false,
  fallback: 'discard',
  namesFallback: false,
};

/**
 * What an error implies for retries: by what it declares itself (Recoverable), by the application's rule, or by its shape: error codes of
 * Node and of databases, names and HTTP statuses, also those of its causes.
 *
 * @example
 * classifyError(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })).errorClass; // 'retryable'
 */
export function classifyError(error: unknown, own: ErrorClassifier = () => null): ErrorClassification {
  try {
    const named = isRecoverable(error) ? error.errorClass : undefined;
    const classified = byClass(named ?? own(error) ?? classOf(error), retryAfterOf(error));
    return isRecoverable(error) ? withOwnSettings(classified, error) : classified;
  } catch {
    // An error whose getters throw cannot be classified.
    return UNCLASSIFIED;
  }
}

function byClass(errorClass: ErrorClass | null, ownDelayMs: number | null): ErrorClassification {
  if (errorClass === null) return UNCLASSIFIED;
  if (errorClass === 'terminal') return TERMINAL;
  const rule = { ...UNCLASSIFIED, errorClass, ...CLASS_RULES[errorClass] };
  return ownDelayMs === null ? rule : { ...rule, backoff: fixed(ownDelayMs), namesDelay: true };
}

/** What an error declares itself takes precedence over its shape. */
function withOwnSettings(classified: ErrorClassification, error: Recoverable): ErrorClassification {
  const base = error.recoverable
    ? retryableAs(classified)
    : { ...TERMINAL, fallback: 'dead_letter' as const };
  return {
    ...base,
    maxRetries: error.maxAttempts === undefined ? base.maxRetries : Math.max(0, error.maxAttempts - 1),
    backoff: error.retryDelay === undefined ? base.backoff : ownBackoff(error, base.backoff),
    namesRetries: error.maxAttempts !== undefined,
    namesDelay: base.namesDelay || error.retryDelay !== undefined,
    tripsCircuit: error.tripsCircuit ?? base.tripsCircuit,
    fallback: error.fallback ?? base.fallback,
    namesFallback: error.fallback !== undefined,
  };
}

/** An error that looks terminal and declares that it is not is treated like an unknown error. */
function retryableAs(classified: ErrorClassification): ErrorClassification {
  return classified.retryable ? classified : UNCLASSIFIED;
}

function ownBackoff({ retryDelay = 0, strategy }: Recoverable, base: Backoff | null): Backoff {
  const delayMs = toMilliseconds(retryDelay, 'retryDelay');
  return { ...(base ?? fixed(delayMs)), strategy: strategy ?? 'fixed', factor: 2, delayMs };
}

/** The delay of a Retry-After header, in milliseconds; common HTTP clients keep the headers of a response in one of two ways. */
function retryAfterOf(error: unknown): number | null {
  const headers =
    (error as ErrorShape | null)?.response?.headers ?? (error as { headers?: unknown } | null)?.headers;
  const value = headerOf(headers, 'retry-after');
  if (value === null || !/^\d+$/.test(value)) return null;
  return Math.min(Number(value) * 1_000, HOUR_MS);
}

function headerOf(headers: unknown, name: string): string | null {
  if (typeof headers !== 'object' || headers === null) return null;
  const value: unknown =
    'get' in headers && typeof headers.get === 'function'
      ? (headers as { get(name: string): unknown }).get(name)
      : (headers as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

const DEEPEST = 5;

function classOf(error: unknown): ErrorClass | null {
  let current = error;
  for (let depth = 0; depth < DEEPEST && typeof current === 'object' && current !== null; depth += 1) {
    const found = classOfOne(current as ErrorShape);
    if (found !== null) return found;
    current = (current as ErrorShape).cause;
  }
  return null;
}

interface ErrorShape {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly status?: unknown;
  readonly statusCode?: unknown;
  readonly response?: { readonly status?: unknown; readonly headers?: unknown } | null;
  readonly cause?: unknown;
}

function classOfOne({ name, code, status, statusCode, response }: ErrorShape): ErrorClass | null {
  for (const number of [status, statusCode, response?.status, code])
    if (typeof number === 'number') {
      const found = classOfStatus(number);
      if (found !== null) return found;
    }
  for (const text of [code, name]) {
    const found = typeof text === 'string' ? classOfCode(text) : null;
    if (found !== null) return found;
  }
  return null;
}
