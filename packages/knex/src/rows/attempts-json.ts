import type { Attempt, AttemptStatus, Execution, ExecutionError } from '@scheduler/contracts';
import { parseJson } from '@scheduler/contracts/adapter';
import type { Row } from '../database/results.js';
import { toDate } from './values.js';

/**
 * The attempt that ended an execution is stored in the columns of the row, and the list holds only the attempts before it. So an
 * execution that ran once, which is the usual case, needs no list.
 */
export interface StoredAttempts {
  /** The list as JSON. Null: it is empty. */
  readonly attempts: string | null;
  /** The status of the attempt that is stored in the columns. Null: none is. */
  readonly last_attempt: AttemptStatus | null;
}

const NONE: StoredAttempts = { attempts: null, last_attempt: null };

export function attemptsToColumns(execution: Execution): StoredAttempts {
  const { attempts } = execution;
  const last = attempts.at(-1);
  if (last === undefined) return NONE;
  if (!isInColumns(last, execution)) return { attempts: toJson(attempts), last_attempt: null };
  const earlier = attempts.slice(0, -1);
  return { attempts: earlier.length === 0 ? null : toJson(earlier), last_attempt: last.status };
}

/** Whether the columns of the row hold everything about the attempt. */
function isInColumns(attempt: Attempt, execution: Execution): boolean {
  return (
    execution.finishedAt !== null &&
    attempt.fence === execution.fence &&
    attempt.finishedAt.getTime() === execution.finishedAt.getTime() &&
    attempt.startedAt.getTime() === execution.startedAt?.getTime() &&
    (attempt.error === execution.error || attempt.error === null)
  );
}

function toJson(attempts: readonly Attempt[]): string {
  return JSON.stringify(
    attempts.map((attempt) => ({
      ...attempt,
      startedAt: attempt.startedAt.getTime(),
      finishedAt: attempt.finishedAt.getTime(),
    })),
  );
}

const NO_ATTEMPTS: readonly Attempt[] = Object.freeze([]);

export function attemptsFromRow(row: Row, error: ExecutionError | null): readonly Attempt[] {
  const earlier = row['attempts'] === null ? NO_ATTEMPTS : attemptsOf(String(row['attempts']));
  const status = (row['last_attempt'] ?? null) as AttemptStatus | null;
  if (status === null) return earlier;
  const last: Attempt = {
    fence: Number(row['fence']),
    owner: String(row['owner'] ?? ''),
    status,
    startedAt: toDate(row['started_at']),
    finishedAt: toDate(row['finished_at']),
    error: FAILURES.has(status) ? error : null,
  };
  return [...earlier, last];
}

const FAILURES: ReadonlySet<AttemptStatus> = new Set<AttemptStatus>(['failed', 'timeout', 'lost']);

/** Throws if the text is not a list of attempts, which means that the row is corrupt. */
export function attemptsOf(text: string): readonly Attempt[] {
  const attempts = parseJson(text) as unknown as Attempt[];
  return attempts.map((attempt) => ({
    ...attempt,
    startedAt: toDate(attempt.startedAt),
    finishedAt: toDate(attempt.finishedAt),
  }));
}
