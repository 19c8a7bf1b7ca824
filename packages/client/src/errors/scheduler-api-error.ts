import { SchedulerClientError } from './client-errors.js';

/** What is wrong with which field of a request. */
export interface FieldIssue {
  readonly field: string;
  readonly problem: string;
  readonly accepted?: string;
}

export interface ApiErrorParts {
  readonly operation: string;
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly issues: readonly FieldIssue[];
  readonly requestId: string | null;
  readonly retryAfterMs: number | null;
}

/**
 * The server refused a request, or failed.
 *
 * @example
 * try {
 *   await client.jobs.get('daily-report');
 * } catch (error) {
 *   if (error instanceof SchedulerApiError && error.code === 'JOB_NOT_FOUND') return null;
 *   throw error;
 * }
 */
export class SchedulerApiError extends SchedulerClientError {
  /** What was called, such as `jobs.get`. */
  readonly operation: string;
  readonly status: number;
  /** Stable, such as `JOB_NOT_FOUND`. `HTTP_502` and the like where the answer was not from the API. */
  readonly code: string;
  readonly detail: string;
  /** The fields that are wrong. */
  readonly issues: readonly FieldIssue[];
  /** What the audit log and the log of the server call this request. */
  readonly requestId: string | null;
  /** How long the server asks to wait. */
  readonly retryAfterMs: number | null;

  constructor({ operation, status, code, detail, issues, requestId, retryAfterMs }: ApiErrorParts) {
    super(`${operation}: ${status} ${code}: ${detail}`);
    this.name = 'SchedulerApiError';
    this.operation = operation;
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.issues = issues;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
  }
}
