import type { ErrorClass } from '../failures/error-class.js';
import type { ExecutionStatus } from '../states/execution-status.js';
import type { JobStatus } from '../states/job-status.js';
import type { ExecutionCounts } from './execution-repository.js';
import type { TenantScope } from '../values/tenant.js';

/** Statistics over many rows, computed by the store, so that no rows are loaded to be counted. */
export interface StatisticsRepository {
  jobCounts(request: { readonly tenant: TenantScope }): Promise<JobCounts>;

  /** Executions that ended within a range of time. Those that have not ended belong to no range; `workload` has them. */
  endedExecutions(request: EndedBetween): Promise<EndedStatistics>;

  /** What waits and runs now, and the dead letters, by the store's own time. */
  workload(request: WorkloadRequest): Promise<Workload>;

  /** Statistics of one job over its latest executions; those that wait do not count. */
  jobRunStatistics(request: JobRunStatisticsRequest): Promise<JobRunStatistics>;
}

export type JobCounts = Readonly<Record<JobStatus, number>>;

export interface EndedBetween {
  readonly tenant: TenantScope;
  /** The first instant, included. */
  readonly since: Date;
  /** The last instant, included. */
  readonly until: Date;
}

export interface EndedStatistics {
  /** `pending` and `running` are 0. */
  readonly counts: ExecutionCounts;
  readonly durations: DurationStatistics;
}

/**
 * The durations of the last attempts of executions that succeeded, in milliseconds; a failure after a moment or a timeout says nothing
 * about how long the work takes. Percentiles are by nearest rank: each is a duration that occurred. Null: there was none.
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
  /** How old a dead letter may be to count as recent. */
  readonly recentMs: number;
}

export interface Workload {
  /** The queues in which something waits or runs, by name. */
  readonly queues: readonly QueueWorkload[];
  readonly deadLetters: number;
  /** How many dead letters are recent. */
  readonly recentDeadLetters: number;
  /** The nodes that hold a lease which has not expired. */
  readonly activeWorkers: number;
  /** Running executions whose lease has expired: their node is dead, or cut off from the store. */
  readonly abandoned: number;
  /** When the first of these leases expired. Null: none has. */
  readonly abandonedSince: Date | null;
}

export interface QueueWorkload {
  readonly queue: string;
  /** Executions that wait and are available now. */
  readonly available: number;
  /** Since when the first of them is available. Null: none waits. */
  readonly availableSince: Date | null;
  /** Executions that wait for a later instant. */
  readonly delayed: number;
  readonly running: number;
}

export interface JobRunStatisticsRequest {
  readonly jobId: string;
  readonly tenant: TenantScope;
  /** How many executions count: the latest by their start, or by their scheduled instant where they never started. */
  readonly latest: number;
}

export interface JobRunStatistics {
  /** `pending` is 0. */
  readonly counts: ExecutionCounts;
  readonly durations: DurationStatistics;
  /** The errors of executions that failed or timed out, the most frequent first, then by type. At most 20. */
  readonly failures: readonly FailurePattern[];
  /** The hours at which executions started, the busiest first, then by hour. At most 5. */
  readonly busiestHours: readonly HourCount[];
  /** Null: there is none. */
  readonly last: LastExecution | null;
}

/** The failures whose errors have the same text before the first colon. */
export interface FailurePattern {
  /** The message of the error before its first colon; its name where there is no text. Null: the error is not known. */
  readonly errorType: string | null;
  /** The name of the latest of these errors. Null: it is not known. */
  readonly errorName: string | null;
  /** The class of the latest of these errors. */
  readonly errorClass: ErrorClass | null;
  readonly count: number;
  readonly lastAt: Date;
}

export interface HourCount {
  /** The hour of the day in UTC, from 0 to 23. */
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
