import type { Execution } from '../executions/execution.js';
import type {
  FailurePattern,
  HourCount,
  JobRunStatistics,
  LastExecution,
} from '../ports/statistics-repository.js';
import { countStatuses, durationStatistics } from './statistics.js';

const MOST_FAILURES = 20;
const MOST_HOURS = 5;

/** The statistics of a job over its latest executions, the latest first, without those that wait. */
export function jobRunStatisticsOf(executions: readonly Execution[]): JobRunStatistics {
  return {
    counts: countStatuses(executions),
    durations: durationStatistics(executions),
    failures: failuresOf(executions),
    busiestHours: busiestHoursOf(executions),
    last: lastOf(executions[0]),
  };
}

function failuresOf(executions: readonly Execution[]): readonly FailurePattern[] {
  const patterns = new Map<string, FailurePattern>();
  for (const { status, error, finishedAt } of executions) {
    if ((status !== 'failed' && status !== 'timeout') || finishedAt === null) continue;
    const [errorName, errorClass] = [error?.name ?? null, error?.errorClass ?? null];
    const key = JSON.stringify([errorName, errorClass]);
    const known = patterns.get(key);
    patterns.set(key, {
      errorName,
      errorClass,
      count: (known?.count ?? 0) + 1,
      lastAt: known !== undefined && known.lastAt > finishedAt ? known.lastAt : finishedAt,
    });
  }
  return [...patterns.values()].sort(byFrequency).slice(0, MOST_FAILURES);
}

function byFrequency(a: FailurePattern, b: FailurePattern): number {
  return b.count - a.count || compare(a.errorName, b.errorName) || compare(a.errorClass, b.errorClass);
}

/** Unknown names come first. */
function compare(a: string | null, b: string | null): number {
  const [one, other] = [a ?? '', b ?? ''];
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function busiestHoursOf(executions: readonly Execution[]): readonly HourCount[] {
  const counts = new Map<number, number>();
  for (const { startedAt } of executions) {
    if (startedAt === null) continue;
    const hour = startedAt.getUTCHours();
    counts.set(hour, (counts.get(hour) ?? 0) + 1);
  }
  return [...counts]
    .map(([hour, count]) => ({ hour, count }))
    .sort((a, b) => b.count - a.count || a.hour - b.hour)
    .slice(0, MOST_HOURS);
}

function lastOf(execution: Execution | undefined): LastExecution | null {
  if (execution === undefined) return null;
  const { id, status, scheduledAt, startedAt, finishedAt, durationMs } = execution;
  return { id, status, scheduledAt, startedAt, finishedAt, durationMs };
}
