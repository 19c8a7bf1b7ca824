import { type FieldIssue, SchedulerApiError } from '@scheduler/client';

/** What a screen says about an answer that is no success, or about no answer at all (status 0). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly issues: readonly FieldIssue[] = [],
  ) {
    super(message);
  }

  /** What is wrong with a field of a form. Null: nothing. */
  issueOf(field: string): string | null {
    const issue = this.issues.find((each) => each.field === field || each.field.startsWith(`${field}.`));
    if (issue === undefined) return null;
    return issue.accepted === undefined ? issue.problem : `${issue.problem}; accepted: ${issue.accepted}`;
  }
}

export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof SchedulerApiError)
    return new ApiError(error.status, error.code, error.detail, error.issues);
  return new ApiError(0, 'NO_ANSWER', 'The server does not answer. What you see may be old.');
}
