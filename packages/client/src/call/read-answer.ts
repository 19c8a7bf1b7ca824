import { UnexpectedAnswer } from '../errors/client-errors.js';
import { type FieldIssue, SchedulerApiError } from '../errors/scheduler-api-error.js';
import { isRecord } from './check.js';
import type { Operation } from './read-operation.js';

/** What the server answered, with what stands in its headers. */
export interface ApiAnswer<T = unknown> {
  readonly status: number;
  readonly value: T;
  /** The revision of a job, for `ifMatch`. */
  readonly etag: string | null;
  /** How many there are on all pages. Null: the answer does not say. */
  readonly total: number | null;
  /** What the audit log and the log of the server call this request. */
  readonly requestId: string | null;
  /** True: a write that was carried out before, whose first answer this is. */
  readonly replayed: boolean;
}

/** Throws SchedulerApiError for a problem, and UnexpectedAnswer for what this API does not say. */
export function readAnswer(operation: Operation, response: Response, text: string): ApiAnswer {
  if (!response.ok && !isAnswer(operation, response)) throw apiError(operation.name, response, text);
  return {
    status: response.status,
    value: valueOf(operation, response, text),
    etag: response.headers.get('etag'),
    total: totalOf(response),
    requestId: response.headers.get('x-request-id'),
    replayed: response.headers.get('idempotency-replayed') === 'true',
  };
}

function totalOf({ headers }: Response): number | null {
  const text = headers.get('x-total-count');
  return text !== null && /^\d+$/.test(text) ? Number(text) : null;
}

/** A status such as 503 of the health is an answer if it is no problem, which the same status may be too. */
function isAnswer({ otherStatuses }: Operation, response: Response): boolean {
  return otherStatuses.includes(response.status) && /^application\/json\b/i.test(typeOf(response));
}

function valueOf(operation: Operation, response: Response, text: string): unknown {
  if (operation.isText) return text;
  if (response.status === 204) return undefined;
  const value = /\bjson\b/i.test(typeOf(response)) ? parsed(text) : undefined;
  if (value !== undefined) return value;
  throw new UnexpectedAnswer(operation.name, response.status, `${response.status} came without JSON`);
}

export function apiError(operation: string, response: Response, text: string): SchedulerApiError {
  const { status, headers } = response;
  const problem = /\bjson\b/i.test(typeOf(response)) ? parsed(text) : undefined;
  const { code, detail, issues } = isRecord(problem) ? problem : {};
  return new SchedulerApiError({
    operation,
    status,
    code: typeof code === 'string' ? code : `HTTP_${status}`,
    detail: typeof detail === 'string' ? detail : 'this answer is not from the API of the scheduler',
    issues: Array.isArray(issues) ? (issues as readonly FieldIssue[]) : [],
    requestId: headers.get('x-request-id'),
    retryAfterMs: retryAfterOf(headers.get('retry-after')),
  });
}

/** Seconds or a date. */
function retryAfterOf(text: string | null): number | null {
  if (text === null) return null;
  const delay = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return Number.isNaN(delay) ? null : Math.max(0, delay);
}

const typeOf = (response: Response) => response.headers.get('content-type') ?? '';

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
