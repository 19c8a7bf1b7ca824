import type { SeriesGrouping } from '../ports/statistics-repository.js';
import type { DurationInput } from '../values/duration.js';
import type { PerformanceMetrics } from './scheduler-metrics.js';

/** What a series covers. */
export interface SeriesQuery {
  /** Default: 24 hours before `until`. The series begins with the bucket in which it lies. */
  readonly since?: Date;
  /** Default: now, by the time of the store. The series ends with the bucket in which it lies. */
  readonly until?: Date;
  /** The length of a bucket, at least one second. At most 500 buckets. Default: one that gives at most 100. */
  readonly bucket?: DurationInput;
  /** Divides the series into lines. Default: one line. */
  readonly by?: SeriesGrouping;
  /** The id or name of a job: only its executions, at most its latest 10,000. Default: all executions. */
  readonly job?: string;
}

/** What ended over time, in buckets of the same length that begin at multiples of it since 1970, in UTC. */
export interface StatisticsSeries {
  /** The start of the first bucket. */
  readonly since: Date;
  /** The end of the last bucket, not included. */
  readonly until: Date;
  readonly bucketMs: number;
  readonly by: SeriesGrouping | null;
  /** Null: all executions. */
  readonly jobId: string | null;
  /** The start of the first point. It is later than `since` where more ended within the range than a series reads. */
  readonly countedSince: Date;
  /** One line; or with `by` the ten busiest groups, and one for all others where there are more. */
  readonly lines: readonly SeriesLine[];
  readonly generatedAt: Date;
}

export interface SeriesLine {
  /** The status, queue or type. Null: all executions, or those of all other groups. */
  readonly group: string | null;
  /** One for each bucket from `countedSince` on, also where nothing ended. */
  readonly points: readonly SeriesPoint[];
}

export interface SeriesPoint {
  /** The start of the bucket. */
  readonly at: Date;
  /** Executions whose last attempt started in this bucket and has ended, or runs now (not where lines are by status). */
  readonly started: number;
  /** What ended in this bucket, by status. */
  readonly ended: {
    readonly total: number;
    readonly successful: number;
    readonly failed: number;
    readonly timeout: number;
    readonly cancelled: number;
    readonly skipped: number;
  };
  readonly performance: PerformanceMetrics;
  /** How long what ended had waited to start since it was available. Null: none had started. */
  readonly waiting: { readonly avgMs: number | null; readonly maxMs: number | null };
}
