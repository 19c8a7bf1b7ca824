import type { Execution } from '../executions/execution.js';
import type { HourCount, JobRunStatistics, LastExecution } from '../ports/statistics-repository.js';
import { failurePatternsOf } from './failure-patterns.js';
import { countStatuses, durationStatistics } from './statistics.js';

const MOST_HOURS = 5;

/** The statistics of a job over its latest executions, the latest first, without those that wait. */
export function jobRunStatisticsOf(executions: readonly Execution[]): JobRunStatistics {
  return {
    counts: countStatuses(executions),
    durations: durationStatistics(executions),
    failures: failurePatternsOf(executions),
    busiestHours: busiestHoursOf(executions),
    last: lastOf(executions[0]),
  };
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
