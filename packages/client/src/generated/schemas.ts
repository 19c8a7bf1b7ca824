// Generated from the route table of @scheduler/http by `npm run generate-client`. Do not edit.
import type { JsonObject, JsonValue } from '@scheduler/contracts';
import type { Instant } from '../options/call-options.js';

export interface Alert {
  readonly id: string;
  readonly rule_id: string;
  readonly rule: string;
  readonly severity: 'info' | 'warning' | 'critical';
  readonly channels: readonly ('dashboard' | 'log' | 'event' | 'webhook' | 'slack' | 'email')[];
  readonly metric: 'scheduler.failure_rate' | 'scheduler.timeout_count' | 'scheduler.executions.rate' | 'scheduler.executions.success_rate' | 'scheduler.executions.duration_p95' | 'scheduler.jobs.total' | 'scheduler.jobs.active' | 'scheduler.jobs.failed' | 'scheduler.jobs.overdue' | 'scheduler.jobs.unsuccessful' | 'scheduler.queue.size' | 'scheduler.queue.processing' | 'scheduler.queue.growth' | 'scheduler.dead_letters' | 'scheduler.dead_letters.added' | 'scheduler.dispatch.lag';
  readonly operator: 'gt' | 'gte' | 'lt' | 'lte' | 'eq' | 'ne';
  readonly threshold: number;
  readonly duration_ms: number;
  readonly platform_id: string | null;
  readonly subject: {
    readonly kind: 'job' | 'queue';
    readonly id: string;
    readonly name: string;
  } | null;
  readonly status: 'pending' | 'firing' | 'resolving' | 'resolved';
  readonly value: number;
  readonly baseline: number | null;
  readonly message: string;
  /** False while it is silenced. */
  readonly announced: boolean;
  readonly since: string;
  readonly fired_at: string | null;
  readonly resolved_at: string | null;
  readonly revision: number;
  readonly created_at: string;
}

export interface AlertRule {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly severity: 'info' | 'warning' | 'critical';
  readonly condition: {
    readonly metric: 'scheduler.failure_rate' | 'scheduler.timeout_count' | 'scheduler.executions.rate' | 'scheduler.executions.success_rate' | 'scheduler.executions.duration_p95' | 'scheduler.jobs.total' | 'scheduler.jobs.active' | 'scheduler.jobs.failed' | 'scheduler.jobs.overdue' | 'scheduler.jobs.unsuccessful' | 'scheduler.queue.size' | 'scheduler.queue.processing' | 'scheduler.queue.growth' | 'scheduler.dead_letters' | 'scheduler.dead_letters.added' | 'scheduler.dispatch.lag';
    readonly operator: 'gt' | 'gte' | 'lt' | 'lte' | 'eq' | 'ne';
    readonly value: number;
    readonly duration_ms: number;
  };
  readonly channels: readonly ('dashboard' | 'log' | 'event' | 'webhook' | 'slack' | 'email')[];
  readonly job: string | null;
  readonly queue: string | null;
  readonly type: string | null;
  readonly platform_id: string | null;
  readonly built_in: boolean;
  readonly revision: number;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface AlertSilence {
  readonly id: string;
  readonly platform_id: string | null;
  readonly rule: string | null;
  readonly subject: string | null;
  readonly created_by: string;
  readonly reason: string;
  readonly until: string;
  readonly revision: number;
  readonly created_at: string;
}

export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly platform_id: string | null;
  readonly permissions: readonly string[];
  readonly created_at: string;
  readonly created_by: string | null;
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
}

export interface AuditRecord {
  readonly id: string;
  readonly at: string;
  readonly platform_id: string | null;
  readonly principal: {
    readonly id: string;
    readonly kind: string;
  };
  readonly action: string;
  readonly operation: string;
  readonly object: {
    readonly kind: string;
    readonly id: string;
  } | null;
  /** JSON of any shape. */
  readonly before: JsonValue;
  /** JSON of any shape. */
  readonly after: JsonValue;
  readonly reason: string | null;
  readonly request_id: string | null;
}

export interface BulkAction {
  readonly id: string;
  readonly action: string;
  readonly filter: JsonObject;
  readonly state: 'running' | 'cancelling' | 'completed' | 'cancelled' | 'interrupted';
  /** How many rows matched when it began. */
  readonly matched: number;
  readonly done: number;
  readonly failed: number;
  readonly reasons: readonly {
    readonly code: string;
    readonly count: number;
  }[];
  /** The first 100 of the rows that failed. */
  readonly failures: readonly {
    readonly code: string;
    readonly detail: string;
    readonly id: string;
  }[];
  /** Why it ended before all rows were reached. */
  readonly interruption: {
    readonly code: string;
    readonly detail: string;
  } | null;
  readonly platform_id: string | null;
  readonly created_by: string;
  readonly reason: string | null;
  readonly created_at: string;
  readonly finished_at: string | null;
}

export interface BulkDryRun {
  readonly dry_run: true;
  readonly action: string;
  readonly matched: number;
  /** The first 10 of the rows that match. */
  readonly sample: readonly {
    readonly id: string;
    readonly name: string | null;
    readonly handler_name: string;
    readonly status: string;
    readonly at: string;
  }[];
}

export interface Circuit {
  readonly name: string;
  readonly platform_id: string | null;
  readonly state: 'closed' | 'open' | 'half_open';
  readonly retry_at?: string | null;
  /** In a row. */
  readonly failures: number;
  /** The latest failure. */
  readonly error: string | null;
  readonly options: {
    readonly failure_threshold: number;
    readonly [name: string]: unknown;
  };
  readonly [name: string]: unknown;
}

export interface DeadLetter {
  readonly id: string;
  readonly job_id: string | null;
  readonly job_name: string | null;
  readonly handler_name: string;
  readonly handler_type: 'function' | 'agent' | 'workflow';
  readonly queue: string;
  readonly platform_id: string | null;
  /** JSON of any shape. */
  readonly payload: JsonValue;
  readonly error: string | null;
  readonly error_class: string | null;
  readonly attempts: number;
  readonly first_failed_at: string;
  readonly last_failed_at: string;
  readonly metadata: JsonObject;
}

export interface EventHandler {
  readonly id: string;
  readonly event_name: string;
  readonly name: string;
  readonly handler_type: 'function' | 'job_creator';
  /** JSON of any shape. */
  readonly action: JsonValue;
  readonly priority: string | number;
  readonly enabled: boolean;
  readonly platform_id: string | null;
  readonly all_tenants: boolean;
  readonly trigger_count: number;
  readonly success_count: number;
  readonly failure_count: number;
  readonly last_triggered_at: string | null;
  readonly last_error: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface EventReader {
  readonly name: string;
  readonly kind: 'subscription' | 'projection';
  readonly position: string | null;
  readonly is_at_end: boolean;
  /** The node that reads. */
  readonly holder: string | null;
  readonly failing: {
    readonly position: string;
    readonly attempts: number;
    readonly error: string;
    readonly retry_at: string;
  } | null;
  readonly stopped: {
    readonly position: string | null;
    readonly error: string;
    readonly at: string;
  } | null;
  readonly dead_letters: readonly {
    readonly position: string;
    readonly name: string;
    readonly job_id: string | null;
    readonly at: string;
    readonly attempts: number;
    readonly error: string;
    readonly is_retried: boolean;
  }[];
}

export interface Execution {
  readonly id: string;
  readonly job_id: string | null;
  readonly status: 'pending' | 'running' | 'success' | 'failed' | 'timeout' | 'cancelled' | 'skipped';
  readonly scheduled_at: string;
  readonly started_at: string | null;
  readonly completed_at: string | null;
  readonly duration_ms: number | null;
  /** JSON of any shape. */
  readonly result: JsonValue;
  readonly error: string | null;
  readonly error_stack: string | null;
  readonly retry_count: number;
  readonly max_retries: number;
  readonly next_retry_at: string | null;
  readonly worker_id: string | null;
  readonly metadata: JsonObject;
  readonly trace_id: string | null;
  readonly span_id: string | null;
  readonly parent_span_id: string | null;
  readonly created_at: string;
  readonly job_name: string | null;
  readonly handler_name: string;
  readonly handler_type: 'function' | 'agent' | 'workflow';
  /** JSON of any shape. */
  readonly payload: JsonValue;
  readonly platform_id: string | null;
  readonly queue: string;
  readonly priority: string | number;
  readonly timeout_ms: number;
  readonly tags: readonly string[];
  readonly target_id: string | null;
  readonly origin: 'scheduled' | 'manual' | 'enqueued' | 'retried';
  readonly lateness: 'on_time' | 'late' | 'caught_up';
  readonly occurrence_at: string | null;
  readonly available_at: string;
  readonly reason: {
    readonly code: string;
    readonly message: string | null;
  } | null;
  readonly failure: {
    readonly name: string;
    readonly message: string;
    readonly code: string | null;
    readonly error_class: string | null;
  } | null;
  readonly attempts: readonly {
    readonly status: string;
    readonly worker_id: string;
    readonly started_at: string;
    readonly completed_at: string;
    readonly error: string | null;
  }[];
  readonly progress: {
    readonly done: number;
    readonly total: number | null;
    /** JSON of any shape. */
    readonly checkpoint: JsonValue;
  } | null;
  readonly dead_letter: boolean;
  readonly cancel_requested: string | null;
  readonly original_execution_id: string | null;
  readonly workflow: {
    readonly run: string;
    readonly step: string;
    readonly index: number | null;
  } | null;
  /** With data=short: the beginnings of members that are too long, by their names. */
  readonly cut?: Readonly<Record<string, {
    /** How long all of it is, as indented JSON. */
    readonly bytes: number;
    /** The first 4,000 characters of it. */
    readonly beginning: string;
  }>>;
}

export interface ExecutionLog {
  readonly at: string;
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly message: string;
  readonly context: JsonObject | null;
}

export interface Forecast {
  readonly from: string;
  readonly until: string;
  /** Whether it ends earlier than asked for. */
  readonly is_cut: boolean;
  readonly jobs: number;
  readonly starts: number;
  readonly hours: readonly {
    readonly at: string;
    readonly starts: number;
    readonly busy_ms: number;
    /** How many runs begin, by queue. */
    readonly queues: Readonly<Record<string, number>>;
  }[];
  readonly busiest: readonly {
    readonly at: string;
    readonly starts: number;
    readonly busy_ms: number;
    /** How many runs begin, by queue. */
    readonly queues: Readonly<Record<string, number>>;
  }[];
  readonly queues: readonly {
    readonly queue: string;
    readonly starts: number;
    readonly busy_ms: number;
    readonly peak: {
      readonly at: string;
      readonly running: number;
    };
    readonly slots: number | null;
    readonly is_too_narrow: boolean;
  }[];
  readonly collisions: readonly {
    readonly queue: string;
    readonly at: string;
    readonly times: number;
    readonly jobs: readonly {
      readonly id: string;
      readonly name: string;
      readonly avg_duration_ms: number | null;
    }[];
    readonly slots: number | null;
    readonly waiting: number;
    readonly free_minutes: readonly number[];
    readonly jitter_ms: number;
  }[];
  readonly unforeseen: readonly {
    readonly name: string;
    readonly why: string;
  }[];
}

export interface Health {
  readonly status: 'healthy' | 'degraded' | 'unhealthy';
  readonly components: {
    readonly scheduler: {
      readonly status: 'up' | 'down';
    };
    readonly database: {
      readonly status: 'up' | 'down';
      readonly latency_ms: number | null;
    };
    readonly queue: {
      readonly status: 'up' | 'down';
    };
    readonly workers: {
      readonly status: 'up' | 'down';
      readonly active_count: number | null;
    };
  };
  readonly issues: readonly {
    readonly component: string;
    readonly severity: 'warning' | 'error' | 'critical';
    readonly code: string;
    readonly message: string;
    readonly since: string | null;
  }[];
  /** What fires, the worst first; it does not change the status. Null: not known, or the store keeps no alerts. */
  readonly alerts: {
    readonly critical: number;
    readonly warning: number;
    readonly info: number;
    readonly worst: readonly {
      readonly id: string;
      readonly rule: string;
      readonly severity: 'info' | 'warning' | 'critical';
      readonly since: string;
    }[];
  } | null;
  readonly timestamp: string;
  readonly uptime_seconds: number;
}

export interface Job {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly type: 'cron' | 'one_time' | 'recurring' | 'event';
  readonly status: 'pending' | 'active' | 'paused' | 'completed' | 'failed' | 'cancelled';
  readonly schedule: string | null;
  readonly timezone: string | null;
  readonly next_run: string | null;
  readonly last_run: string | null;
  readonly start_date: string | null;
  readonly end_date: string | null;
  readonly max_executions: number | null;
  readonly handler_name: string;
  readonly handler_type: 'function' | 'agent' | 'workflow';
  /** JSON of any shape. */
  readonly payload: JsonValue;
  readonly max_retries: number;
  readonly retry_delay_ms: number;
  readonly timeout_ms: number;
  readonly priority: 'critical' | 'high' | 'medium' | 'low' | 'lowest' | number;
  /** Null: any number. */
  readonly concurrency: number | null;
  readonly allow_overlap: boolean;
  readonly executions_count: number;
  readonly success_count: number;
  readonly failure_count: number;
  readonly avg_duration_ms: number | null;
  readonly tags: readonly string[];
  readonly metadata: JsonObject;
  readonly platform_id: string | null;
  readonly created_by: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly completed_at: string | null;
  readonly cancelled_at: string | null;
  readonly trigger: Trigger;
  readonly queue: string;
  readonly target_id: string | null;
  readonly missed_runs: 'skip' | 'latest' | 'all';
  readonly on_exhausted: 'continue' | 'pause';
  /** Null: nothing is expected. */
  readonly expect_within_ms: number | null;
  readonly jitter_ms: number;
  readonly paused_at: string | null;
  readonly status_reason: string | null;
  readonly revision: number;
  /** With data=short: the beginnings of members that are too long, by their names. */
  readonly cut?: Readonly<Record<string, {
    /** How long all of it is, as indented JSON. */
    readonly bytes: number;
    /** The first 4,000 characters of it. */
    readonly beginning: string;
  }>>;
}

export interface JobStatistics {
  readonly job_id: string;
  readonly job_name: string;
  readonly total_executions: number;
  readonly successful: number;
  readonly failed: number;
  readonly timeout: number;
  readonly success_rate: number;
  readonly avg_duration_ms: number;
  readonly min_duration_ms: number;
  readonly max_duration_ms: number;
  readonly last_execution: {
    readonly execution_id: string;
    readonly status: 'pending' | 'running' | 'success' | 'failed' | 'timeout' | 'cancelled' | 'skipped';
    readonly started_at: string | null;
    readonly duration_ms: number | null;
  } | null;
  readonly next_execution: {
    readonly scheduled_at: string;
    readonly estimated_duration_ms: number | null;
  } | null;
  readonly failure_patterns: readonly {
    readonly error_type: string | null;
    readonly count: number;
    readonly last_occurrence: string;
  }[];
  readonly busiest_hours: readonly {
    readonly hour: number;
    readonly execution_count: number;
  }[];
  readonly generated_at: string;
}

export interface LoggedEvent {
  readonly position: string;
  readonly name: string;
  readonly version: number;
  readonly at: string;
  readonly platform_id: string | null;
  readonly entity: 'job' | 'execution' | 'queue' | 'workflow';
  readonly entity_id: string;
  readonly job_id: string | null;
  /** Who caused it. */
  readonly cause: string | null;
  /** JSON of any shape. */
  readonly data: JsonValue;
}

export interface Metrics {
  readonly jobs: {
    readonly total: number;
    readonly active: number;
    readonly paused: number;
    readonly completed: number;
    readonly failed: number;
    readonly cancelled: number;
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
    /** In percent, 0 to 100. */
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
    readonly failed: number;
    readonly dead_letters: number;
  };
  readonly system: {
    readonly workers: number;
    readonly memory_usage_mb: number;
    readonly cpu_usage_percent: number;
    readonly uptime_seconds: number;
  };
  readonly time_range: {
    readonly start: string;
    readonly end: string;
  };
  readonly generated_at: string;
}

export interface PlatformHealth {
  readonly status: 'healthy' | 'degraded' | 'unhealthy';
  readonly components: {
    readonly database: {
      readonly status: 'up' | 'down';
      readonly latency_ms: number | null;
    };
    readonly scheduler: {
      readonly status: 'up' | 'down';
      readonly active_jobs: number | null;
      readonly pending_executions: number | null;
      readonly queue_health: 'healthy' | 'degraded' | 'unhealthy' | 'unknown';
    };
  };
}

export interface Probe {
  readonly status: 'ok' | 'unavailable';
}

export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  /** Stable: match on it, not on texts. */
  readonly code: string;
  readonly detail: string;
  /** The same as detail. */
  readonly error: string;
  readonly issues?: readonly {
    readonly field: string;
    readonly problem: string;
    readonly accepted?: string;
  }[];
}

export interface QueueSettings {
  readonly queue: string;
  readonly paused: boolean;
  readonly concurrency: number | null;
  readonly global_limit: number | null;
}

export interface QueueStatistics {
  readonly queue: string;
  readonly available: number;
  readonly delayed: number;
  readonly running: number;
  readonly paused: boolean;
  readonly concurrency: number | null;
  readonly global_limit: number | null;
  /** What waits here although the answering node has no handler for it. */
  readonly without_handler: readonly {
    readonly type: string;
    readonly waiting: number;
    readonly [name: string]: unknown;
  }[];
  readonly [name: string]: unknown;
}

export interface RateLimit {
  readonly scope: 'global' | 'queue' | 'type' | 'custom';
  readonly key: string | null;
  readonly platform_id: string | null;
  readonly tokens: number;
  readonly capacity: number;
  readonly period_ms: number;
  readonly refill_rate: number;
}

export interface Session {
  readonly principal: {
    readonly id: string;
    readonly kind: 'api_key' | 'jwt' | 'application' | 'local' | 'console';
  };
  /** Null: all tenants. */
  readonly platform_id: string | null;
  readonly permissions: readonly ('jobs:read' | 'jobs:write' | 'jobs:run' | 'calendar:read' | 'executions:read' | 'executions:retry' | 'executions:cancel' | 'payloads:read' | 'queues:read' | 'queues:write' | 'dead_letters:read' | 'dead_letters:write' | 'bulk:read' | 'bulk:write' | 'circuits:read' | 'circuits:write' | 'limits:read' | 'limits:write' | 'events:read' | 'events:write' | 'workflows:read' | 'workflows:write' | 'nodes:read' | 'alerts:read' | 'alerts:write' | 'metrics:read' | 'audit:read' | 'keys:read' | 'keys:write' | 'tenants:delete' | 'process:run')[];
  readonly read_only: boolean;
  readonly environment: {
    readonly name: string;
    readonly color: 'grey' | 'blue' | 'green' | 'yellow' | 'orange' | 'red' | 'purple';
  } | null;
  readonly now: string;
}

export interface StatisticsSeries {
  readonly since: string;
  readonly until: string;
  readonly bucket_ms: number;
  readonly by: 'status' | 'queue' | 'type' | null;
  readonly job_id: string | null;
  /** Later than `since` where more ended within the range than is read. */
  readonly counted_since: string;
  readonly lines: readonly {
    readonly group: string | null;
    readonly points: readonly {
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
      /** In percent, 0 to 100. */
      readonly success_rate: number | null;
      readonly durations: {
        readonly avg_ms: number | null;
        readonly min_ms: number | null;
        readonly max_ms: number | null;
        readonly p50_ms: number | null;
        readonly p95_ms: number | null;
        readonly p99_ms: number | null;
      };
      readonly waiting: {
        readonly avg_ms: number | null;
        readonly max_ms: number | null;
      };
    }[];
  }[];
  readonly generated_at: string;
}

export type Trigger = {
  readonly kind: 'once';
  readonly at: string;
} | {
  readonly kind: 'now';
} | {
  readonly kind: 'cron';
  readonly expressions: readonly string[];
  readonly zone: string;
  readonly dst: {
    readonly gap: 'after' | 'skip';
    readonly repeat: 'first' | 'both' | 'last';
  };
} | {
  readonly kind: 'every';
  readonly duration_ms: number;
  readonly anchor: string | null;
} | {
  readonly kind: 'calendar';
  readonly unit: 'day' | 'week' | 'month' | 'year';
  readonly every: number;
  readonly at: string;
  readonly zone: string;
  readonly dst: {
    readonly gap: 'after' | 'skip';
    readonly repeat: 'first' | 'both' | 'last';
  };
  readonly weekdays: readonly ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[];
  readonly month: number | null;
  readonly day_of_month: number | null;
  readonly nth_weekday: {
    readonly nth: number | 'last';
    readonly weekday: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday';
  } | null;
  readonly overflow: 'clamp' | 'skip';
  readonly anchor: string | null;
} | {
  readonly kind: 'rrule';
  readonly rule: string;
  readonly zone: string;
  readonly dst: {
    readonly gap: 'after' | 'skip';
    readonly repeat: 'first' | 'both' | 'last';
  };
  readonly anchor: string | null;
} | {
  readonly kind: 'event';
  readonly name: string;
  readonly all_tenants: boolean;
} | {
  readonly kind: 'reboot';
  readonly scope: 'node' | 'cluster';
};

export type TriggerInput = {
  readonly kind: 'once';
  readonly at: Instant;
} | {
  readonly kind: 'now';
} | {
  readonly kind: 'cron';
  readonly expressions: readonly string[];
  readonly zone?: string;
  readonly dst?: {
    readonly gap?: 'after' | 'skip';
    readonly repeat?: 'first' | 'both' | 'last';
  };
} | {
  readonly kind: 'every';
  readonly duration_ms: number;
  readonly anchor?: Instant | null;
} | {
  readonly kind: 'calendar';
  readonly unit: 'day' | 'week' | 'month' | 'year';
  readonly every?: number;
  readonly at: string;
  readonly zone?: string;
  readonly dst?: {
    readonly gap?: 'after' | 'skip';
    readonly repeat?: 'first' | 'both' | 'last';
  };
  readonly weekdays?: readonly ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[];
  readonly month?: number | null;
  readonly day_of_month?: number | null;
  readonly nth_weekday?: {
    readonly nth: number | 'last';
    readonly weekday: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday';
  } | null;
  readonly overflow?: 'clamp' | 'skip';
  readonly anchor?: Instant | null;
} | {
  readonly kind: 'rrule';
  readonly rule: string;
  readonly zone?: string;
  readonly dst?: {
    readonly gap?: 'after' | 'skip';
    readonly repeat?: 'first' | 'both' | 'last';
  };
  readonly anchor?: Instant | null;
} | {
  readonly kind: 'event';
  readonly name: string;
  readonly all_tenants?: boolean;
} | {
  readonly kind: 'reboot';
  readonly scope?: 'node' | 'cluster';
};

export interface WorkflowRun {
  readonly id: string;
  readonly name: string;
  readonly status: 'running' | 'paused' | 'stopping' | 'compensating' | 'completed' | 'completed_with_errors' | 'failed' | 'cancelled' | 'compensated' | 'compensation_failed';
  readonly platform_id: string | null;
  /** JSON of any shape. */
  readonly input: JsonValue;
  readonly attributes: Readonly<Record<string, string>>;
  readonly root_id: string;
  readonly parent: {
    readonly run_id: string;
    readonly step: string;
  } | null;
  readonly deadline_at: string | null;
  readonly created_at: string;
  readonly ended_at: string | null;
  readonly round: number;
  readonly revision: number;
  readonly stop: {
    readonly cause: string;
    readonly step: string | null;
    readonly reason: string;
    readonly rollback: boolean;
  } | null;
}

export interface WorkflowState {
  readonly id: string;
  readonly name: string;
  readonly status: 'running' | 'paused' | 'stopping' | 'compensating' | 'completed' | 'completed_with_errors' | 'failed' | 'cancelled' | 'compensated' | 'compensation_failed';
  readonly platform_id: string | null;
  /** JSON of any shape. */
  readonly input: JsonValue;
  readonly attributes: Readonly<Record<string, string>>;
  readonly root_id: string;
  readonly parent: {
    readonly run_id: string;
    readonly step: string;
  } | null;
  readonly deadline_at: string | null;
  readonly created_at: string;
  readonly ended_at: string | null;
  readonly round: number;
  readonly revision: number;
  readonly stop: {
    readonly cause: string;
    readonly step: string | null;
    readonly reason: string;
    readonly rollback: boolean;
  } | null;
  readonly progress: {
    readonly ended: number;
    readonly total: number;
  };
  /** With data=short: the beginnings of members that are too long, by their names. */
  readonly cut?: Readonly<Record<string, {
    /** How long all of it is, as indented JSON. */
    readonly bytes: number;
    /** The first 4,000 characters of it. */
    readonly beginning: string;
  }>>;
  readonly steps: readonly {
    readonly name: string;
    readonly kind: string;
    readonly after: readonly string[];
    readonly after_any: readonly string[];
    readonly status: string;
    readonly verdict: string | null;
    readonly execution_id: string | null;
    readonly child_run_id: string | null;
    /** JSON of any shape. */
    readonly output: JsonValue;
    readonly error: string | null;
    readonly active_since: string | null;
    readonly ended_at: string | null;
    /** Whether its condition is being asked, before it begins. */
    readonly asking: boolean;
    readonly children: {
      readonly added: number;
      /** Null: it is not known yet how many there will be. */
      readonly total: number | null;
      readonly ended: number;
      readonly failed: number;
    } | null;
    readonly decision: {
      readonly approved: boolean;
      readonly by: string | null;
      readonly at: string;
    } | null;
    readonly undo: {
      readonly status: 'active' | 'done' | 'failed';
      readonly active_since: string;
      readonly ended_at: string | null;
      readonly execution_id: string | null;
      readonly error: string | null;
    } | null;
    /** How often it was tried again by hand. */
    readonly rounds: number;
    /** With data=short: the beginnings of members that are too long, by their names. */
    readonly cut?: Readonly<Record<string, {
      /** How long all of it is, as indented JSON. */
      readonly bytes: number;
      /** The first 4,000 characters of it. */
      readonly beginning: string;
    }>>;
  }[];
}
