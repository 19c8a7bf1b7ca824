export interface FieldIssue {
  readonly field: string;
  readonly problem: string;
  readonly accepted?: string;
}

/** An answer of the API that is no success, or no answer at all (status 0). */
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
  return new ApiError(0, 'NO_ANSWER', 'The server does not answer. What you see may be old.');
}

/** The problem of an answer that is no success. */
export async function errorOf(response: Response): Promise<ApiError> {
  try {
    const { code, detail, title, issues } = (await response.json()) as Readonly<Record<string, unknown>>;
    return new ApiError(
      response.status,
      String(code ?? 'UNKNOWN'),
      String(detail ?? title ?? response.statusText),
      Array.isArray(issues) ? (issues as FieldIssue[]) : [],
    );
  } catch {
    return new ApiError(response.status, 'UNKNOWN', `The server answered ${response.status}.`, []);
  }
}
