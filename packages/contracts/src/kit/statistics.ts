import type { Execution } from '../executions/execution.js';
import { type ExecutionStatus, executionStatuses } from '../states/execution-status.js';
import type { CountExecutions, ExecutionCounts } from '../ports/execution-repository.js';
import type { DurationStatistics } from '../ports/statistics-repository.js';
import { isInScope } from './in-scope.js';

export function countStatuses(executions: readonly Pick<Execution, 'status'>[]): ExecutionCounts {
  const counts = Object.fromEntries(executionStatuses.statuses.map((status) => [status, 0])) as Record<
    ExecutionStatus,
    number
  >;
  for (const { status } of executions) counts[status] += 1;
  return counts;
}

/** The executions of a tenant, a queue or a job, by their status. */
export function countExecutions(
  executions: Iterable<Execution>,
  { tenant, queue, jobId }: CountExecutions,
): ExecutionCounts {
  const counted: Execution[] = [];
  for (const execution of executions) {
    const isAsked =
      (queue === undefined || execution.queue === queue) &&
      (jobId === undefined || execution.jobId === jobId);
    if (isAsked && isInScope(execution, tenant)) counted.push(execution);
  }
  return countStatuses(counted);
}

/** Statistics of the durations of executions that succeeded. */
export function durationStatistics(
  executions: readonly Pick<Execution, 'status' | 'durationMs'>[],
): DurationStatistics {
  const durations = executions
    .flatMap(({ status, durationMs }) => (status === 'success' ? (durationMs ?? []) : []))
    .sort((a, b) => a - b);
  const nearestRank = (percent: number) =>
    durations[Math.ceil((durations.length * percent) / 100) - 1] ?? null;
  const sum = durations.reduce((total, duration) => total + duration, 0);
  return {
    averageMs: durations.length === 0 ? null : sum / durations.length,
    shortestMs: durations[0] ?? null,
    longestMs: durations.at(-1) ?? null,
    p50Ms: nearestRank(50),
    p95Ms: nearestRank(95),
    p99Ms: nearestRank(99),
  };
}
