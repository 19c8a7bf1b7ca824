import type { FailurePattern, HourCount, LastExecution } from '../ports/statistics-repository.js';
import type { JobStatus } from '../states/job-status.js';
import type { JobCounters } from '../jobs/scheduled-job-props.js';
import type { PerformanceMetrics } from './scheduler-metrics.js';

/** The statistics of one job over its latest executions. */
export interface JobStatistics {
  readonly jobId: string;
  readonly name: string;
  readonly status: JobStatus;
  /** The latest executions that have started or ended, at most 100, by status. */
  readonly executions: {
    readonly total: number;
    readonly successful: number;
    readonly failed: number;
    readonly timeout: number;
    readonly cancelled: number;
    readonly skipped: number;
    readonly running: number;
  };
  readonly performance: PerformanceMetrics;
  /** The counters since the creation of the job, including pruned executions. */
  readonly lifetime: JobCounters;
  /** Null: the job has not run yet. */
  readonly lastExecution: LastExecution | null;
  /** Null: the job does not run again, or the time is not known. */
  readonly nextExecution: NextExecution | null;
  /** The most frequent patterns first. */
  readonly failurePatterns: readonly FailurePattern[];
  /** The five busiest hours, the busiest first. */
  readonly busiestHours: readonly HourCount[];
}

export interface NextExecution {
  readonly at: Date;
  /** The average duration of executions that succeeded. Null: none has. */
  readonly estimatedDurationMs: number | null;
}
