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
  /** The executions that ended within the time range, and those that wait or run now. */
  readonly executions: {
    readonly total: number;
    readonly successful: number;
    readonly failed: number;
    readonly timeout: number;
    readonly cancelled: number;
    readonly skipped: number;
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
    /** Dead letters: failed executions that wait for a person. */
    readonly failed: number;
  };
  readonly system: {
    /** The number of nodes that run executions now. */
    readonly workers: number;
    readonly memoryUsageMb: number;
    readonly cpuUsagePercent: number;
    readonly uptimeSeconds: number;
  };
  readonly timeRange: { readonly since: Date; readonly until: Date };
  readonly generatedAt: Date;
}

/** Statistics of executions that succeeded, failed or timed out. Durations are those of last attempts, in milliseconds. Null: there are none. */
export interface PerformanceMetrics {
  /** From 0 to 1. */
  readonly successRate: number | null;
  readonly avgMs: number | null;
  readonly minMs: number | null;
  readonly maxMs: number | null;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  readonly p99Ms: number | null;
}
