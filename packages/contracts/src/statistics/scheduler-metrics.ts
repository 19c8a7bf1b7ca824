/** The time range of metrics. */
export interface MetricsQuery {
  /** Default: 24 hours before `until`. */
  readonly since?: Date;
  /** Default: now, by the time of the store. */
  readonly until?: Date;
}

/** The metrics of the scheduler over all nodes, except for `system`, which also describes this process. */
export interface SchedulerMetrics {
  /** The number of jobs by status. */
  readonly jobs: {
    readonly total: number;
    readonly pending: number;
    readonly active: number;
    readonly paused: number;
    readonly completed: number;
    readonly failed: number;
    readonly cancelled: number;
  };
  /** The executions that ended within the time range. `pending` and `running` are those of now, whatever the range. */
  readonly executions: {
    /** All that ended within the range; what waits or runs now is not part of it. */
    readonly total: number;
    readonly successful: number;
    readonly failed: number;
    readonly timeout: number;
    readonly cancelled: number;
    readonly skipped: number;
    /** Executions that wait now, for a slot or for a later instant. */
    readonly pending: number;
    readonly running: number;
  };
  readonly performance: PerformanceMetrics;
  readonly queue: {
    /** Executions that wait and are available now. */
    readonly size: number;
    readonly processing: number;
    /** Executions that wait for a later instant, such as a retry. */
    readonly delayed: number;
    /** Executions that failed within the time range: the same number as `executions.failed`. */
    readonly failed: number;
    /** Dead letters: failed executions that wait for a person now. */
    readonly deadLetters: number;
  };
  readonly system: {
    /** The number of nodes that run executions now, and this one where it was started and is idle. */
    readonly workers: number;
    /** How many executions this node can run at once over all its queues. 0: it was not started. */
    readonly slots: number;
    readonly memoryUsageMb: number;
    readonly cpuUsagePercent: number;
    readonly uptimeSeconds: number;
  };
  readonly timeRange: { readonly since: Date; readonly until: Date };
  readonly generatedAt: Date;
}

/**
 * Rates of executions that succeeded, failed or timed out, and durations of those that succeeded: of their last attempts, in
 * milliseconds. Null: there are none.
 */
export interface PerformanceMetrics {
  /** The part of executions that succeeded, from 0 to 1. */
  readonly successRate: number | null;
  /** The same in percent, from 0 to 100, with two decimals. */
  readonly successRatePercent: number | null;
  readonly avgMs: number | null;
  readonly minMs: number | null;
  readonly maxMs: number | null;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  readonly p99Ms: number | null;
}
