import type { ErrorClass } from '../failures/error-class.js';
import type { ExecutionStatus } from '../states/execution-status.js';
import type { JobStatus } from '../states/job-status.js';
import type { ExecutionCounts } from './execution-repository.js';
import type { TenantScope } from '../values/tenant-scope.js';

/** Figures over many rows, computed where the rows are: none is loaded to be counted. */
export interface StatisticsRepository {
  jobCounts(request: { readonly tenant: TenantScope }): Promise<JobCounts>;

  /** What ended within a range of time. What has not ended belongs to no range: `workload` tells it. */
  endedExecutions(request: EndedBetween): Promise<EndedStatistics>;

  /** What waits, runs and is dead now, by the store's own time. */
  workload(request: WorkloadRequest): Promise<Workload>;

  /** One job, over the latest of its executions; those that wait are left out. */
  jobRunStatistics(request: JobRunStatisticsRequest): Promise<JobRunStatistics>;
}

export type JobCounts = Readonly<Record<JobStatus, number>>;

export interface EndedBetween {
  readonly tenant: TenantScope;
  /** At or after. */
  readonly since: Date;
  /** At or before. */
  readonly until: Date;
}

export interface EndedStatistics {
  /** `pending` and `running` are 0. */
  readonly counts: ExecutionCounts;
  readonly durations: DurationStatistics;
}

/**
 * Of the last attempts of those that succeeded, failed or timed out, in milliseconds. Percentiles are by nearest rank: each is a
 * duration that there was. Null: there was none.
 */
export interface DurationStatistics {
  readonly averageMs: number | null;
  readonly shortestMs: number | null;
  readonly longestMs: number | null;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  readonly p99Ms: number | null;
}

export interface WorkloadRequest {
  readonly tenant: TenantScope;
  /** How old a recent dead letter is at most. */
  readonly recentMs: number;
}

export interface Workload {
  /** Those in which something waits or runs, by name. */
  readonly queues: readonly QueueWorkload[];
  readonly deadLetters: number;
  /** Of those, the ones that are not older than was asked for. */
  readonly recentDeadLetters: number;
  /** Owners that hold a lease that has not ended. */
  readonly activeWorkers: number;
  /** Running executions whose lease has ended: their owner is dead, or cut off. */
  readonly abandoned: number;
  /** When the first of those leases ended. Null: none has. */
  readonly abandonedSince: Date | null;
}

export interface QueueWorkload {
  readonly queue: string;
  /** Waiting, and available now. */
  readonly available: number;
  /** Since when the first of them is available. Null: none is. */
  readonly availableSince: Date | null;
  /** Waiting for a later instant. */
  readonly delayed: number;
  readonly running: number;
}

export interface JobRunStatisticsRequest {
  readonly jobId: string;
  readonly tenant: TenantScope;
  /** Over so many of them: the last by start, or where they never started, by their scheduled instant. */
  readonly latest: number;
}

export interface JobRunStatistics {
  /** `pending` is 0. */
  readonly counts: ExecutionCounts;
  readonly durations: DurationStatistics;
  /** Of those that failed or timed out: the most frequent first, then by name. At most 20. */
  readonly failures: readonly FailurePattern[];
  /** Of those that started: the busiest first, then by hour. At most 5. */
  readonly busiestHours: readonly HourCount[];
  /** Null: there is none. */
  readonly last: LastExecution | null;
}

export interface FailurePattern {
  /** The name of the error. Null: nobody knows it. */
  readonly errorName: string | null;
  readonly errorClass: ErrorClass | null;
  readonly count: number;
  readonly lastAt: Date;
}

export interface HourCount {
  /** Of the day, in UTC: 0 to 23. */
  readonly hour: number;
  readonly count: number;
}

export interface LastExecution {
  readonly id: string;
  readonly status: ExecutionStatus;
  readonly scheduledAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly durationMs: number | null;
}
