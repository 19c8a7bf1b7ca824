import type { FailurePattern, HourCount, LastExecution } from '../ports/statistics-repository.js';
import type { JobStatus } from '../states/job-status.js';
import type { JobCounters } from '../jobs/scheduled-job-props.js';
import type { PerformanceMetrics } from './scheduler-metrics.js';

/** One job, over its latest executions. */
export interface JobStatistics {
  readonly jobId: string;
  readonly name: string;
  readonly status: JobStatus;
  /** Of the latest executions that have started or ended, at most 100. */
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
  /** Since the job was made, whatever was pruned. */
  readonly lifetime: JobCounters;
  /** Null: there is none. */
  readonly lastExecution: LastExecution | null;
  /** Null: it does not run again, or nobody knows when. */
  readonly nextExecution: NextExecution | null;
  /** The most frequent first. */
  readonly failurePatterns: readonly FailurePattern[];
  /** The five busiest, the busiest first. */
  readonly busiestHours: readonly HourCount[];
}

export interface NextExecution {
  readonly at: Date;
  /** The average of those that came to an end. Null: none has. */
  readonly estimatedDurationMs: number | null;
}
