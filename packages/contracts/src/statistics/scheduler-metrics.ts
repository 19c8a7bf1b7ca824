/** Of which time metrics are wanted. */
export interface MetricsQuery {
  /** Default: 24 hours before `until`. */
  readonly since?: Date;
  /** Default: now, by the store's time. */
  readonly until?: Date;
}

/** The figures of the scheduler, over all nodes but for what `system` says of this process. */
export interface SchedulerMetrics {
  /** The jobs that there are, by status. */
  readonly jobs: {
    readonly total: number;
    readonly pending: number;
    readonly active: number;
    readonly paused: number;
    readonly completed: number;
    readonly failed: number;
    readonly cancelled: number;
  };
  /** Those that ended within the time range, and those that wait or run now. */
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
    /** Waiting, and available now. */
    readonly size: number;
    readonly processing: number;
    /** Waiting for a later instant: enqueued for later, or for a retry. */
    readonly delayed: number;
    /** Dead letters: what failed for good and waits for a person. */
    readonly failed: number;
  };
  readonly system: {
    /** Nodes that run something now. */
    readonly workers: number;
    readonly memoryUsageMb: number;
    readonly cpuUsagePercent: number;
    readonly uptimeSeconds: number;
  };
  readonly timeRange: { readonly since: Date; readonly until: Date };
  readonly generatedAt: Date;
}

/** Of what succeeded, failed or timed out. Durations are those of last attempts, in milliseconds. Null: there was nothing. */
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
