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

  /** The same over time: what ended in each bucket of a range, of all executions or of one job. */
  endedSeries(request: EndedSeriesRequest): Promise<EndedSeries>;

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

/** By what the points of a series are told apart. */
export type SeriesGrouping = 'status' | 'queue' | 'type';

export interface EndedSeriesRequest {
  readonly tenant: TenantScope;
  /** Null: the executions of all jobs, and enqueued ones. */
  readonly jobId: string | null;
  /** The start of the first bucket. Buckets begin at multiples of `bucketMs` since 1970, in UTC. */
  readonly since: Date;
  /** The end of the last bucket, not included. */
  readonly until: Date;
  readonly bucketMs: number;
  /** Null: one point for each bucket. */
  readonly by: SeriesGrouping | null;
  /** The groups with most executions, then by name, have points of their own; all others together are the group null. */
  readonly mostGroups: number;
  /**
   * About how many executions are read at most. Where more ended within the range, only the latest whole buckets are counted. Of a job, its
   * latest executions by their start are read, and those that ended within the range are counted.
   */
  readonly mostRead: number;
}

export interface EndedSeries {
  /** The start of the first bucket that was counted; `until` where a single bucket has more than could be read. */
  readonly since: Date;
  /** The buckets in which something ended or started, by their instant, then by group, null last. */
  readonly points: readonly EndedPoint[];
}

export interface EndedPoint {
  /** The start of the bucket. */
  readonly at: Date;
  /** Null: executions of all groups, or of those that have no points of their own. */
  readonly group: string | null;
  /** Executions whose last attempt started in this bucket: those that ended within the range, and those that run now (not `by` status). */
  readonly started: number;
  /** What ended in this bucket. `pending` and `running` are 0. */
  readonly counts: ExecutionCounts;
  readonly durations: DurationStatistics;
  readonly waits: WaitStatistics;
}

/** How long the last attempts of the executions that ended had waited to start since they were available. Null: none had started. */
export interface WaitStatistics {
  readonly averageMs: number | null;
  readonly longestMs: number | null;
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
