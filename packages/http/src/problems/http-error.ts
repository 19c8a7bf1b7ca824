import type { InputIssue } from '@scheduler/contracts';

/** The codes of problems that HTTP itself has, beside the codes of the scheduler. They are stable: match on them, not on texts. */
export type HttpErrorCode =
  | 'ACCESS_NOT_CONFIGURED'
  | 'BODY_INVALID'
  | 'BODY_TOO_LARGE'
  | 'BULK_ACTION_NOT_FOUND'
  | 'CROSS_ORIGIN'
  | 'FORBIDDEN'
  | 'HEADERS_TOO_LARGE'
  | 'IDEMPOTENCY_KEY_IN_USE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'IDENTITY_UNAVAILABLE'
  | 'INTERNAL_ERROR'
  | 'JOB_TYPE_NOT_ALLOWED'
  | 'MEDIA_TYPE_NOT_SUPPORTED'
  | 'METHOD_NOT_ALLOWED'
  | 'NOT_FOUND'
  | 'PRECONDITION_FAILED'
  | 'PRINCIPAL_INVALID'
  | 'RATE_LIMITED'
  | 'READ_ONLY'
  | 'REQUEST_INVALID'
  | 'SHUTTING_DOWN'
  | 'TOO_MANY_STREAMS'
  | 'TOO_MANY_BULK_ACTIONS'
  | 'UNAUTHENTICATED'
  | 'URL_TOO_LONG';

export interface HttpErrorOptions {
  /** Headers of the response, such as `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What is wrong with which field. */
  readonly issues?: readonly InputIssue[];
}

/** A request that is answered with a problem. Its message is shown to the caller. */
export class HttpError extends Error {
  readonly headers: Readonly<Record<string, string>>;
  readonly issues: readonly InputIssue[];

  constructor(
    readonly status: number,
    readonly code: HttpErrorCode,
    message: string,
    { headers = {}, issues = [] }: HttpErrorOptions = {},
  ) {
    super(message);
    this.name = 'HttpError';
    this.headers = headers;
    this.issues = issues;
  }
}

/** The same for an unknown path and for what belongs to somebody else, so that the two cannot be told apart. */
export function notFound(): HttpError {
  return new HttpError(404, 'NOT_FOUND', 'there is nothing here; openapi.json lists what there is');
}

export function invalidBody(issues: readonly InputIssue[], message: string): HttpError {
  return new HttpError(400, 'BODY_INVALID', message, { issues });
}
