export interface Metrics {
  readonly jobs: {
    readonly total: number;
    readonly active: number;
    readonly paused: number;
    readonly failed: number;
  };
  readonly executions: {
    readonly total: number;
    readonly successful: number;
    readonly failed: number;
    readonly timeout: number;
    readonly cancelled: number;
    readonly pending: number;
    readonly running: number;
  };
  readonly performance: {
    readonly success_rate: number;
    readonly avg_duration_ms: number;
    readonly p50_duration_ms: number;
    readonly p95_duration_ms: number;
    readonly p99_duration_ms: number;
  };
  readonly queue: {
    readonly size: number;
    readonly processing: number;
    readonly delayed: number;
    readonly dead_letters: number;
  };
}

export interface SeriesPoint {
  readonly at: string;
  readonly started: number;
  readonly ended: {
    readonly total: number;
    readonly successful: number;
    readonly failed: number;
    readonly timeout: number;
    readonly cancelled: number;
    readonly skipped: number;
  };
  readonly durations: {
    readonly p50_ms: number | null;
    readonly p95_ms: number | null;
    readonly max_ms: number | null;
  };
  readonly waiting: { readonly avg_ms: number | null; readonly max_ms: number | null };
}

export interface Series {
  readonly bucket_ms: number;
  readonly lines: readonly { readonly group: string | null; readonly points: readonly SeriesPoint[] }[];
}

export interface Health {
  readonly status: 'healthy' | 'degraded' | 'unhealthy';
  readonly components: Readonly<
    Record<
      string,
      {
        readonly status: 'up' | 'down';
        readonly latency_ms?: number | null;
        readonly active_count?: number | null;
      }
    >
  >;
  readonly issues: readonly {
    readonly component: string;
    readonly severity: 'warning' | 'error' | 'critical';
    readonly code: string;
    readonly message: string;
    readonly since: string | null;
  }[];
  readonly uptime_seconds: number;
}

export interface Nodes {
  readonly this_node: { readonly id: string; readonly running: boolean; readonly is_leader: boolean };
  readonly leader: { readonly node: string; readonly epoch: number; readonly until: string } | null;
  readonly nodes: readonly { readonly id: string; readonly running_executions: readonly string[] }[];
}
