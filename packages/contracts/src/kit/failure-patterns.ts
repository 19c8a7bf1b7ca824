import type { Execution, ExecutionError } from '../executions/execution.js';
import type { ExecutionStatus } from '../states/execution-status.js';
import type { FailurePattern } from '../ports/statistics-repository.js';

const MOST_PATTERNS = 20;

/** What a pattern is made of. */
export interface FailedExecution extends Pick<Execution, 'finishedAt'> {
  readonly status: ExecutionStatus;
  readonly error: Pick<ExecutionError, 'name' | 'message' | 'errorClass'> | null;
}

/** Groups failed executions by the text of their errors before the first colon, the most frequent first, then by that text. */
export function failurePatternsOf(executions: readonly FailedExecution[]): readonly FailurePattern[] {
  const patterns = new Map<string | null, FailurePattern>();
  for (const { status, error, finishedAt } of executions) {
    if ((status !== 'failed' && status !== 'timeout') || finishedAt === null) continue;
    const errorType = error === null ? null : typeOf(error);
    const known = patterns.get(errorType);
    const latest =
      known !== undefined && known.lastAt > finishedAt
        ? known
        : { errorName: error?.name ?? null, errorClass: error?.errorClass ?? null, lastAt: finishedAt };
    const { errorName, errorClass, lastAt } = latest;
    patterns.set(errorType, { errorType, errorName, errorClass, count: (known?.count ?? 0) + 1, lastAt });
  }
  return [...patterns.values()].sort(byFrequency).slice(0, MOST_PATTERNS);
}

function typeOf({ name, message }: Pick<ExecutionError, 'name' | 'message'>): string {
  const [text = ''] = message.split(':', 1);
  return text.trim() === '' ? name : text.trim();
}

/** Unknown errors come first among equally frequent ones. */
function byFrequency(a: FailurePattern, b: FailurePattern): number {
  if (a.count !== b.count) return b.count - a.count;
  return (a.errorType ?? '') < (b.errorType ?? '') ? -1 : 1;
}
