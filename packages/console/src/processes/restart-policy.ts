const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 30_000;
/** A process that has worked for this long has started well: the next failure is a first one. */
const STABLE_AFTER_MS = 60_000;
/** So many starts in a row that came to nothing are no accident, if no other process works either. */
const FAILED_STARTS_AT_MOST = 5;

/** What has become of the processes in one place, one after the other. */
export interface RestartHistory {
  /** Ends in a row, each before its process had worked for a minute. */
  readonly failures: number;
  /** Ends in a row, each before its process had worked at all. */
  readonly failedStarts: number;
}

export const NO_FAILURES: RestartHistory = { failures: 0, failedStarts: 0 };

/** The history after one more end. `workedMs` null: the process has never worked. */
export function afterEnd(history: RestartHistory, workedMs: number | null): RestartHistory {
  return {
    failures: workedMs !== null && workedMs >= STABLE_AFTER_MS ? 1 : history.failures + 1,
    failedStarts: workedMs === null ? history.failedStarts + 1 : 0,
  };
}

/** How long to wait before the next start: twice as long after each failure, at most half a minute. */
export function restartDelay({ failures }: RestartHistory): number {
  return Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.max(0, failures - 1));
}

/** Whether to give up: the processes cannot start, and none of the others works. */
export function cannotStart({ failedStarts }: RestartHistory, othersWork: boolean): boolean {
  return failedStarts >= FAILED_STARTS_AT_MOST && !othersWork;
}
