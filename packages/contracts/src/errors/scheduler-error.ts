/** Every code that a scheduler error can carry. Codes are stable: match on them, not on messages. */
export type SchedulerErrorCode =
  | 'ACCESS_INVALID'
  | 'ALERT_INVALID'
  | 'ALERT_RULE_ALREADY_EXISTS'
  | 'ALERT_RULE_CHANGED'
  | 'ALERT_RULE_NOT_FOUND'
  | 'ALERT_SILENCE_NOT_FOUND'
  | 'API_KEY_ALREADY_EXISTS'
  | 'API_KEY_NOT_FOUND'
  | 'BATCH_FAILED'
  | 'CONCURRENT_CHANGE'
  | 'CONFIGURATION_INVALID'
  | 'EVENT_HANDLER_ALREADY_EXISTS'
  | 'EVENT_HANDLER_NOT_FOUND'
  | 'EVENT_INVALID'
  | 'EVENTS_PRUNED'
  | 'EVENT_READER_NOT_FOUND'
  | 'EXECUTION_CANCELLED'
  | 'EXECUTION_INTERRUPTED'
  | 'EXECUTION_NOT_FOUND'
  | 'EXECUTION_TIMED_OUT'
  | 'FEATURE_NOT_SUPPORTED'
  | 'HANDLER_ALREADY_REGISTERED'
  | 'HANDLER_KIND_UNKNOWN'
  | 'HANDLER_NOT_FOUND'
  | 'ILLEGAL_TRANSITION'
  | 'JOB_ALREADY_EXISTS'
  | 'JOB_AMBIGUOUS'
  | 'JOB_NOT_FOUND'
  | 'JOB_REVISION_MISMATCH'
  | 'LEASE_LOST'
  | 'MIDDLEWARE_HALTED'
  | 'NOT_LEADER'
  | 'NOT_OPEN'
  | 'PAYLOAD_INVALID'
  | 'PAYLOAD_TOO_NEW'
  | 'PERMISSION_DENIED'
  | 'QUERY_INVALID'
  | 'QUOTA_EXCEEDED'
  | 'RESULT_INVALID'
  | 'SCHEDULE_INVALID'
  | 'SCHEMA_MISMATCH'
  | 'SHUTTING_DOWN'
  | 'STORE_UNAVAILABLE'
  | 'TENANT_INVALID'
  | 'WORKFLOW_ALREADY_EXISTS'
  | 'WORKFLOW_INVALID'
  | 'WORKFLOW_NOT_FOUND'
  | 'WORKFLOW_NOT_RUNNING'
  | 'WORKFLOW_SIGNALS_FULL'
  | 'WORKFLOW_STEP_NOT_WAITING'
  | 'WORKFLOW_UNKNOWN';

const brand: unique symbol = Symbol.for('scheduler.error') as never;

/** The base of every error that the scheduler throws on purpose. */
export abstract class SchedulerError extends Error {
  abstract readonly code: SchedulerErrorCode;

  /** Recognizes errors of another copy of this package in the process, which `instanceof` does not. */
  readonly [brand] = true;

  constructor(message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = new.target.name;
  }
}

export function isSchedulerError(error: unknown): error is SchedulerError {
  return typeof error === 'object' && error !== null && brand in error;
}

/** One problem of an input: the field, the given value, and what would be accepted. */
export interface InputIssue {
  readonly field: string;
  readonly value: unknown;
  readonly problem: string;
  readonly accepted?: string;
}

/** An error about the input of a caller. Nothing was stored. */
export abstract class InputError extends SchedulerError {
  readonly issues: readonly InputIssue[];

  constructor(issues: InputIssue | readonly InputIssue[], options?: { readonly cause?: unknown }) {
    const all = Array.isArray(issues) ? (issues as readonly InputIssue[]) : [issues as InputIssue];
    super(all.map(formatIssue).join('; '), options);
    this.issues = all;
  }
}

/** Formats an issue such as `timeout: must not be negative, got -5; accepted: a duration such as '5m'`. */
export function formatIssue({ field, value, problem, accepted }: InputIssue): string {
  const got = value === undefined ? '' : `, got ${showValue(value)}`;
  const hint = accepted === undefined ? '' : `; accepted: ${accepted}`;
  return `${field}: ${problem}${got}${hint}`;
}

const MAX_SHOWN_LENGTH = 80;

/** Formats a value for a message: short, on one line, without control characters. */
export function showValue(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : describeValue(value);
  // eslint-disable-next-line no-control-regex -- control characters are exactly what is removed
  const clean = text.replace(/[\u0000-\u001f\u007f-\u009f]/g, '�');
  return clean.length > MAX_SHOWN_LENGTH ? `${clean.slice(0, MAX_SHOWN_LENGTH)}…` : clean;
}

function describeValue(value: unknown): string {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'an invalid date' : value.toISOString();
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'bigint') return `${value}n`;
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return 'a value that is not JSON';
  }
}
