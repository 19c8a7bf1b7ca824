import {
  HandlerNotFound,
  type InputIssue,
  isSchedulerError,
  type SchedulerErrorCode,
} from '@scheduler/contracts';
import { formatIssue } from '@scheduler/contracts/adapter';
import { problemOf } from '@scheduler/core';
import { z } from 'zod';
import { HttpError } from './http-error.js';

/** The body of every answer that is no success (RFC 9457), with the member `error` of the seed's API in it. */
export const problemSchema = z
  .strictObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: z.string().meta({ description: 'Stable: match on it, not on texts.' }),
    detail: z.string(),
    error: z.string().meta({ description: 'The same as detail.' }),
    issues: z
      .array(z.strictObject({ field: z.string(), problem: z.string(), accepted: z.string().optional() }))
      .optional(),
  })
  .meta({ id: 'Problem' });

export type Problem = z.infer<typeof problemSchema>;

export interface ProblemAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly problem: Problem;
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  503: 'Service Unavailable',
};

/** Statuses by code. Codes that are not listed are errors of the server, whose messages are not shown. */
const STATUSES: Readonly<Partial<Record<SchedulerErrorCode, number>>> = {
  ACCESS_INVALID: 400,
  ALERT_INVALID: 400,
  ALERT_RULE_ALREADY_EXISTS: 409,
  ALERT_RULE_CHANGED: 409,
  ALERT_RULE_NOT_FOUND: 404,
  ALERT_SILENCE_NOT_FOUND: 404,
  API_KEY_ALREADY_EXISTS: 409,
  API_KEY_NOT_FOUND: 404,
  CONCURRENT_CHANGE: 409,
  CONFIGURATION_INVALID: 400,
  EVENT_HANDLER_ALREADY_EXISTS: 409,
  EVENT_HANDLER_NOT_FOUND: 404,
  EVENT_INVALID: 400,
  EVENTS_PRUNED: 410,
  EVENT_READER_NOT_FOUND: 404,
  EXECUTION_NOT_FOUND: 404,
  FEATURE_NOT_SUPPORTED: 501,
  HANDLER_NOT_FOUND: 400,
  ILLEGAL_TRANSITION: 409,
  JOB_ALREADY_EXISTS: 409,
  JOB_AMBIGUOUS: 409,
  JOB_NOT_FOUND: 404,
  JOB_REVISION_MISMATCH: 412,
  PAYLOAD_INVALID: 400,
  PAYLOAD_TOO_NEW: 400,
  PERMISSION_DENIED: 403,
  QUERY_INVALID: 400,
  // As with the quotas of Kubernetes: to ask again soon changes nothing, which 429 would suggest to clients.
  QUOTA_EXCEEDED: 403,
  SCHEDULE_INVALID: 400,
  TENANT_INVALID: 400,
  WORKFLOW_ALREADY_EXISTS: 409,
  WORKFLOW_INVALID: 400,
  WORKFLOW_NOT_FOUND: 404,
  WORKFLOW_NOT_RUNNING: 409,
  WORKFLOW_SIGNALS_FULL: 409,
  WORKFLOW_STEP_NOT_WAITING: 409,
  WORKFLOW_UNKNOWN: 404,
};

/** The store is away, or the node stops: worth another attempt. Nothing of the cause is shown. */
const UNAVAILABLE: Readonly<Partial<Record<SchedulerErrorCode, string>>> = {
  NOT_OPEN: 'the store of the scheduler is not open; try again later',
  SCHEMA_MISMATCH: 'the tables of the store do not fit this version; an operator has to migrate them',
  SHUTTING_DOWN: 'this node is shutting down; ask another one, or try again later',
  STORE_UNAVAILABLE: 'the store of the scheduler does not answer; try again later',
};

const RETRY_AFTER_SECONDS = '5';

export interface ProblemOptions {
  /** The status of a conflict with the state of something. The seed's routes have 400 for it. Default: 409. */
  readonly conflict?: number;
  /** Other names for fields, as the caller wrote them. */
  readonly nameOf?: (field: string) => string;
  /** True: the caller acts for one tenant, and is not told what else this application has. */
  readonly limited?: boolean;
}

/** What a caller is told about an error: never a stack, a path, an address or what the error did not mean for callers. */
export function problemAnswer(error: unknown, options: ProblemOptions = {}): ProblemAnswer {
  if (error instanceof HttpError) return answerOf(error, error.issues, error.headers);
  if (!isSchedulerError(error)) return internal();
  const unavailable = UNAVAILABLE[error.code];
  if (unavailable !== undefined)
    return answerOf({ status: 503, code: error.code, message: unavailable }, [], {
      'retry-after': RETRY_AFTER_SECONDS,
    });
  const known = STATUSES[error.code];
  if (known === undefined) return internal();
  const status = known === 409 ? (options.conflict ?? known) : known;
  const issues = issuesOf(error).map((issue) => ({
    ...issue,
    field: options.nameOf?.(issue.field) ?? issue.field,
  }));
  const message = messageOf(error, issues, options.limited === true);
  return answerOf({ status, code: error.code, message }, issues, {});
}

function issuesOf(error: object): readonly InputIssue[] {
  return 'issues' in error && Array.isArray(error.issues) ? (error.issues as readonly InputIssue[]) : [];
}

function messageOf(error: Error, issues: readonly InputIssue[], limited: boolean): string {
  if (limited && error instanceof HandlerNotFound)
    return formatIssue({
      field: 'type',
      value: error.type,
      problem: 'is not a job type that is handled here',
    });
  return issues.length > 0 ? issues.map(formatIssue).join('; ') : problemOf(error).message;
}

function internal(): ProblemAnswer {
  const message = 'something went wrong in the server; its log says more';
  return answerOf({ status: 500, code: 'INTERNAL_ERROR', message }, [], {});
}

function answerOf(
  error: { readonly status: number; readonly code: string; readonly message: string },
  issues: readonly InputIssue[],
  headers: Readonly<Record<string, string>>,
): ProblemAnswer {
  const { status, code, message } = error;
  const problem: Problem = {
    type: `urn:scheduler:problem:${code}`,
    title: TITLES[status] ?? 'Error',
    status,
    code,
    detail: message,
    error: message,
    ...(issues.length === 0 ? {} : { issues: issues.map(shown) }),
  };
  return { status, headers, problem };
}

function shown({ field, problem, accepted }: InputIssue) {
  return { field, problem, ...(accepted === undefined ? {} : { accepted }) };
}
