// Generated from the route table of @scheduler/http by `npm run generate-client`. Do not edit.
import type { JsonObject, JsonValue } from '@scheduler/contracts';
import type { CallOptions, GuardedWriteOptions, Instant, OneOrMore, WriteOptions } from '../options/call-options.js';
import type {
  Alert,
  AlertRule,
  AlertSilence,
  ApiKey,
  AuditRecord,
  BulkAction,
  BulkDryRun,
  Circuit,
  DeadLetter,
  EventHandler,
  EventReader,
  Execution,
  ExecutionLog,
  Forecast,
  Health,
  Job,
  JobStatistics,
  LoggedEvent,
  Metrics,
  PlatformHealth,
  Probe,
  QueueSettings,
  QueueStatistics,
  RateLimit,
  Session,
  StatisticsSeries,
  Trigger,
  TriggerInput,
  WorkflowRun,
  WorkflowState,
} from './schemas.js';

export interface AlertRulesCreateBody {
  readonly name: string;
  readonly condition: {
    readonly metric: 'scheduler.failure_rate' | 'scheduler.timeout_count' | 'scheduler.executions.rate' | 'scheduler.executions.success_rate' | 'scheduler.executions.duration_p95' | 'scheduler.jobs.total' | 'scheduler.jobs.active' | 'scheduler.jobs.failed' | 'scheduler.jobs.overdue' | 'scheduler.jobs.unsuccessful' | 'scheduler.queue.size' | 'scheduler.queue.processing' | 'scheduler.queue.growth' | 'scheduler.dead_letters' | 'scheduler.dead_letters.added' | 'scheduler.dispatch.lag';
    readonly operator: 'gt' | 'gte' | 'lt' | 'lte' | 'eq' | 'ne';
    readonly value: number;
    readonly duration_ms: number;
  };
  readonly platform_id?: string;
  readonly description?: string;
  readonly enabled?: boolean;
  readonly severity?: 'info' | 'warning' | 'critical';
  readonly channels?: readonly ('dashboard' | 'log' | 'event' | 'webhook' | 'slack' | 'email')[];
  readonly job?: string | null;
  readonly queue?: string | null;
  readonly type?: string | null;
}

export interface AlertRulesTestAnswer {
  readonly rule: string;
  readonly sent: Readonly<Record<string, string>>;
  readonly not_configured: readonly ('dashboard' | 'log' | 'event' | 'webhook' | 'slack' | 'email')[];
}

export interface AlertRulesUpdateBody {
  readonly name?: string;
  readonly condition?: {
    readonly metric: 'scheduler.failure_rate' | 'scheduler.timeout_count' | 'scheduler.executions.rate' | 'scheduler.executions.success_rate' | 'scheduler.executions.duration_p95' | 'scheduler.jobs.total' | 'scheduler.jobs.active' | 'scheduler.jobs.failed' | 'scheduler.jobs.overdue' | 'scheduler.jobs.unsuccessful' | 'scheduler.queue.size' | 'scheduler.queue.processing' | 'scheduler.queue.growth' | 'scheduler.dead_letters' | 'scheduler.dead_letters.added' | 'scheduler.dispatch.lag';
    readonly operator: 'gt' | 'gte' | 'lt' | 'lte' | 'eq' | 'ne';
    readonly value: number;
    readonly duration_ms: number;
  };
  readonly description?: string;
  readonly enabled?: boolean;
  readonly severity?: 'info' | 'warning' | 'critical';
  readonly channels?: readonly ('dashboard' | 'log' | 'event' | 'webhook' | 'slack' | 'email')[];
  readonly job?: string | null;
  readonly queue?: string | null;
  readonly type?: string | null;
}

export interface AlertSilencesCreateBody {
  readonly rule?: string | null;
  readonly subject?: string | null;
  readonly duration_ms?: number;
  readonly until?: Instant;
  readonly reason: string;
  readonly platform_id?: string;
}

export interface AlertsListQuery {
  readonly status?: OneOrMore<'pending' | 'firing' | 'resolving' | 'resolved'>;
  readonly rule?: string;
  readonly limit?: number;
  readonly cursor?: string;
}

export interface AlertsListAnswer {
  readonly items: readonly Alert[];
  readonly next_cursor: string | null;
}

export interface AuditListQuery {
  readonly action?: string;
  readonly principal?: string;
  readonly object_kind?: string;
  readonly object_id?: string;
  readonly since?: Instant;
  readonly until?: Instant;
  readonly limit?: number;
  readonly cursor?: string;
}

export interface AuditListAnswer {
  readonly items: readonly AuditRecord[];
  readonly next_cursor: string | null;
}

export type BulkActionsCreateBody = {
  readonly action: 'executions.retry' | 'executions.cancel';
  readonly filter: {
    readonly job?: string;
    readonly handler_name?: readonly string[];
    readonly queue?: readonly string[];
    readonly error_class?: readonly ('retryable' | 'transient' | 'degraded' | 'terminal')[];
    readonly since?: Instant;
    readonly until?: Instant;
    /** A path of the payload and the value there, such as customer.id=42. */
    readonly payload?: string;
    readonly platform_id?: string;
    readonly status?: readonly ('pending' | 'running' | 'success' | 'failed' | 'timeout' | 'cancelled' | 'skipped')[];
    readonly dead_letter?: boolean;
  };
  readonly reason?: string;
  /** Default: `false`. */
  readonly dry_run?: boolean;
} | {
  readonly action: 'deadLetters.retry' | 'deadLetters.delete';
  readonly filter: {
    readonly job?: string;
    readonly handler_name?: readonly string[];
    readonly queue?: readonly string[];
    readonly error_class?: readonly ('retryable' | 'transient' | 'degraded' | 'terminal')[];
    readonly since?: Instant;
    readonly until?: Instant;
    /** A path of the payload and the value there, such as customer.id=42. */
    readonly payload?: string;
    readonly platform_id?: string;
  };
  readonly reason?: string;
  /** Default: `false`. */
  readonly dry_run?: boolean;
} | {
  readonly action: 'jobs.pause' | 'jobs.resume' | 'jobs.cancel' | 'jobs.delete';
  readonly filter: {
    readonly type?: 'cron' | 'one_time' | 'recurring' | 'event';
    readonly status?: readonly ('pending' | 'active' | 'paused' | 'completed' | 'failed' | 'cancelled')[];
    readonly handler_name?: readonly string[];
    readonly queue?: readonly string[];
    readonly tags?: readonly string[];
    readonly name_contains?: string;
    readonly created_after?: Instant;
    readonly created_before?: Instant;
    readonly platform_id?: string;
  };
  readonly reason?: string;
  /** Default: `false`. */
  readonly dry_run?: boolean;
};

export type BulkActionsCreateAnswer = BulkDryRun | BulkAction;

export interface CalendarCreateLinkBody {
  readonly job?: string;
  readonly tags?: readonly string[];
  readonly platform_id?: string;
  readonly expires_at?: Instant;
}

export interface CalendarCreateLinkAnswer {
  readonly url: string;
  readonly expires_at: string | null;
}

export interface CalendarFeedQuery {
  readonly job?: string;
  readonly tag?: OneOrMore<string>;
  readonly platform_id?: string;
  readonly expires?: Instant;
  readonly signature?: string;
}

export interface CircuitsResetBody {
  readonly platform_id?: string;
}

export interface DeadLettersGroupsQuery {
  readonly queue?: string;
}

export interface DeadLettersGroupsAnswer {
  readonly total: number;
  readonly counted: number;
  readonly groups: readonly {
    readonly handler_name: string;
    readonly handler_type: 'function' | 'agent' | 'workflow';
    readonly queue: string;
    readonly count: number;
    readonly first_failed_at: string;
    readonly last_failed_at: string;
    /** The most frequent errors with an example. Numbers in them do not tell two errors apart. */
    readonly messages: readonly {
      readonly error: string | null;
      readonly error_class: string | null;
      readonly count: number;
      readonly id: string;
    }[];
  }[];
}

export interface DeadLettersListQuery {
  readonly queue?: string;
  readonly handler_name?: string;
  readonly error_class?: 'retryable' | 'transient' | 'degraded' | 'terminal';
  readonly limit?: number;
  readonly offset?: number;
}

export interface DeadLettersListAnswer {
  readonly items: readonly DeadLetter[];
  readonly total: number;
}

export interface DeadLettersPruneBody {
  readonly before: Instant;
}

export interface DeadLettersPruneAnswer {
  readonly count: number;
}

export interface DeadLettersRetryAnswer {
  readonly state: 'retried' | 'not_dead';
  readonly execution: Execution | null;
}

export interface DeadLettersRetryAllBody {
  readonly queue?: string;
  readonly handler_name?: string;
  readonly error_class?: 'retryable' | 'transient' | 'degraded' | 'terminal';
  /** Default: `1000`. */
  readonly limit?: number;
}

export interface DeadLettersRetryAllAnswer {
  readonly count: number;
}

export interface DeadLettersStatsAnswer {
  readonly total: number;
  readonly [name: string]: unknown;
}

export interface DocumentsOpenapiAnswer {
  readonly openapi: '3.1.0';
  readonly [name: string]: unknown;
}

export interface EventHandlersCreateBody {
  readonly event_name: string;
  readonly action: {
    readonly kind: 'create_job';
    readonly definition: JsonObject;
  } | {
    readonly kind: 'enqueue';
    readonly request: JsonObject;
  } | {
    readonly kind: 'trigger_workflow';
    readonly workflow: string;
    readonly [name: string]: unknown;
  } | {
    readonly kind: 'dispatch_agent';
    readonly agent: string;
    readonly [name: string]: unknown;
  };
  readonly name?: string;
  readonly priority?: 'critical' | 'high' | 'medium' | 'low' | 'lowest' | 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
  readonly enabled?: boolean;
  readonly platform_id?: string;
}

export interface EventHandlersListQuery {
  readonly event_name?: string;
  readonly limit?: number;
  readonly offset?: number;
}

export interface EventHandlersListAnswer {
  readonly items: readonly EventHandler[];
  readonly total: number;
}

export interface EventLogListQuery {
  readonly names?: OneOrMore<string>;
  readonly entity?: 'job' | 'execution' | 'queue' | 'workflow';
  readonly entity_id?: string;
  readonly job_id?: string;
  readonly since?: Instant;
  readonly until?: Instant;
  readonly limit?: number;
  readonly cursor?: string;
}

export interface EventLogListAnswer {
  readonly items: readonly LoggedEvent[];
  readonly next_cursor: string | null;
  readonly is_at_end: boolean;
}

export interface EventLogPruneBody {
  readonly before: Instant;
}

export interface EventLogPruneAnswer {
  readonly deleted: number;
}

export interface EventLogVerifyAnswer {
  readonly found: number;
  readonly [name: string]: unknown;
}

export interface EventsTriggerBody {
  readonly name: string;
  readonly data?: JsonObject;
  readonly id?: string;
  readonly platform_id?: string;
}

export interface EventsTriggerAnswer {
  readonly id: string;
  readonly name: string;
  readonly jobs: readonly Job[];
  readonly executions: readonly Execution[];
  readonly repeated: number;
  readonly failures: readonly {
    readonly name: string;
    readonly error: string;
  }[];
}

export interface ExecutionsCancelBody {
  readonly reason?: string;
}

export interface ExecutionsCancelAnswer {
  readonly state: 'cancelled' | 'stopping' | 'ended';
  readonly execution: Execution;
}

export interface ExecutionsEnqueueBody {
  readonly handler_name: string;
  readonly handler_type?: 'function' | 'agent' | 'workflow';
  readonly platform_id?: string;
  readonly queue?: string;
  readonly priority?: 'critical' | 'high' | 'medium' | 'low' | 'lowest' | 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
  readonly timeout_ms?: number;
  readonly max_retries?: number;
  readonly backoff?: {
    readonly strategy?: 'fixed' | 'linear' | 'exponential';
    readonly delay_ms?: number;
    readonly factor?: number;
    readonly max_delay_ms?: number;
    readonly jitter?: number;
  };
  readonly circuit?: string | null;
  readonly concurrency_limit?: number;
  readonly tags?: readonly string[];
  readonly metadata?: JsonObject;
  /** JSON of any shape. */
  readonly payload?: JsonValue;
  readonly unique?: boolean | {
    readonly by?: readonly ('name' | 'queue' | 'args' | {
      readonly args: readonly string[];
    })[];
    readonly states?: readonly ('pending' | 'running' | 'success' | 'failed' | 'timeout' | 'cancelled' | 'scheduled' | 'completed')[];
    readonly period_ms?: number;
  };
  readonly target_id?: string;
  readonly concurrency_key?: string;
  readonly unique_key?: string;
  readonly run_at?: Instant;
  readonly delay_ms?: number;
}

export interface ExecutionsGetQuery {
  /** short: payloads, results, inputs and outputs that are long are null, and `cut` has the beginning of each; checkpoints are null. Default: `"whole"`. */
  readonly data?: 'whole' | 'short';
}

export interface ExecutionsListQuery {
  readonly job?: string;
  readonly status?: OneOrMore<'pending' | 'running' | 'success' | 'failed' | 'timeout' | 'cancelled' | 'skipped'>;
  readonly handler_name?: OneOrMore<string>;
  readonly queue?: OneOrMore<string>;
  readonly error_class?: OneOrMore<'retryable' | 'transient' | 'degraded' | 'terminal'>;
  readonly since?: Instant;
  readonly until?: Instant;
  readonly dead_letter?: boolean;
  /** A path of the payload and the value there, such as customer.id=42. */
  readonly payload?: string;
  readonly platform_id?: string;
  /** none: payloads, results, stacks and checkpoints of the rows are null; a row asked for by its id has them. Default: `"whole"`. */
  readonly data?: 'whole' | 'none';
  readonly limit?: number;
  readonly cursor?: string;
}

export interface ExecutionsListAnswer {
  readonly items: readonly Execution[];
  readonly next_cursor: string | null;
}

export interface ExecutionsRetryBody {
  /** JSON of any shape. */
  readonly payload?: JsonValue;
}

export interface HealthGetQuery {
  readonly must_run?: boolean;
}

export interface HealthPlatformQuery {
  readonly must_run?: boolean;
}

export interface JobsAtQuery {
  readonly at: Instant;
}

export interface JobsAtAnswer {
  readonly job: JsonObject | null;
  readonly executions: readonly JsonObject[];
  readonly total: number;
}

export interface JobsCancelRunningBody {
  readonly reason?: string;
}

export interface JobsCancelRunningAnswer {
  readonly state: 'stopping' | 'not_running';
  readonly executions: readonly Execution[];
}

export interface JobsCreateBody {
  readonly handler_name: string;
  readonly handler_type?: 'function' | 'agent' | 'workflow';
  readonly platform_id?: string;
  readonly queue?: string;
  readonly priority?: 'critical' | 'high' | 'medium' | 'low' | 'lowest' | 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
  readonly timeout_ms?: number;
  readonly max_retries?: number;
  readonly backoff?: {
    readonly strategy?: 'fixed' | 'linear' | 'exponential';
    readonly delay_ms?: number;
    readonly factor?: number;
    readonly max_delay_ms?: number;
    readonly jitter?: number;
  };
  readonly circuit?: string | null;
  readonly concurrency_limit?: number;
  readonly tags?: readonly string[];
  readonly metadata?: JsonObject;
  /** JSON of any shape. */
  readonly payload?: JsonValue;
  readonly unique?: boolean | {
    readonly by?: readonly ('name' | 'queue' | 'args' | {
      readonly args: readonly string[];
    })[];
    readonly states?: readonly ('pending' | 'running' | 'success' | 'failed' | 'timeout' | 'cancelled' | 'scheduled' | 'completed')[];
    readonly period_ms?: number;
  };
  readonly jitter_ms?: number;
  readonly allow_overlap?: boolean;
  readonly missed_runs?: 'skip' | 'latest' | 'all' | {
    readonly policy: 'skip' | 'latest' | 'all';
    readonly cap?: number;
    readonly grace_ms?: number;
  };
  readonly on_exhausted?: 'continue' | 'pause';
  readonly description?: string;
  readonly target_id?: string;
  readonly start_date?: Instant;
  readonly end_date?: Instant;
  readonly max_executions?: number;
  readonly exclusions?: {
    readonly dates?: readonly string[];
    readonly hours?: readonly {
      readonly weekdays?: readonly ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[];
      readonly from: string;
      readonly to: string;
    }[];
    readonly calendar?: string | null;
    readonly shift?: 'skip' | 'previous' | 'next';
  };
  readonly overlap?: 'skip' | 'queue';
  readonly expect_within_ms?: number;
  readonly concurrency?: number;
  readonly concurrency_key?: string;
  readonly trigger: TriggerInput;
  readonly name?: string;
  readonly enabled?: boolean;
}

export interface JobsCreateCronBody {
  readonly name: string;
  readonly description?: string;
  readonly handler_name: string;
  readonly handler_type?: 'function' | 'agent' | 'workflow';
  /** JSON of any shape. */
  readonly payload?: JsonValue;
  readonly max_retries?: number;
  readonly retry_delay_ms?: number;
  readonly timeout_ms?: number;
  readonly priority?: 'low' | 'medium' | 'high' | 'critical';
  readonly tags?: readonly string[];
  readonly metadata?: JsonObject;
  readonly platform_id?: string;
  readonly schedule: string;
  readonly timezone?: string;
  readonly enabled?: boolean;
  readonly concurrency?: number;
  readonly allow_overlap?: boolean;
}

export interface JobsCreateOnceBody {
  readonly name: string;
  readonly description?: string;
  readonly handler_name: string;
  readonly handler_type?: 'function' | 'agent' | 'workflow';
  /** JSON of any shape. */
  readonly payload?: JsonValue;
  readonly max_retries?: number;
  readonly retry_delay_ms?: number;
  readonly timeout_ms?: number;
  readonly priority?: 'low' | 'medium' | 'high' | 'critical';
  readonly tags?: readonly string[];
  readonly metadata?: JsonObject;
  readonly platform_id?: string;
  readonly execute_at: Instant;
}

export interface JobsCreateRecurringBody {
  readonly name: string;
  readonly description?: string;
  readonly handler_name: string;
  readonly handler_type?: 'function' | 'agent' | 'workflow';
  /** JSON of any shape. */
  readonly payload?: JsonValue;
  readonly max_retries?: number;
  readonly retry_delay_ms?: number;
  readonly timeout_ms?: number;
  readonly priority?: 'low' | 'medium' | 'high' | 'critical';
  readonly tags?: readonly string[];
  readonly metadata?: JsonObject;
  readonly platform_id?: string;
  readonly schedule: string;
  readonly timezone?: string;
  readonly enabled?: boolean;
  readonly concurrency?: number;
  readonly allow_overlap?: boolean;
  readonly start_date: Instant;
  readonly end_date?: Instant;
  readonly max_executions?: number;
  readonly skip_if_overdue?: boolean;
}

export interface JobsDeleteBody {
  readonly reason?: string;
}

export interface JobsExecutionsQuery {
  readonly status?: 'pending' | 'running' | 'success' | 'failed' | 'timeout' | 'cancelled' | 'skipped';
  /** none: payloads, results, stacks and checkpoints of the rows are null; a row asked for by its id has them. Default: `"whole"`. */
  readonly data?: 'whole' | 'none';
  readonly limit?: number;
  readonly offset?: number;
}

export interface JobsExplainQuery {
  readonly limit?: number;
}

export interface JobsExplainAnswer {
  readonly job: Job;
  readonly now: readonly string[];
  readonly occurrences: readonly {
    readonly at: string;
    readonly kind: string;
    readonly why: string;
    readonly execution_id: string | null;
    readonly count: number;
  }[];
}

export interface JobsGetQuery {
  /** short: payloads, results, inputs and outputs that are long are null, and `cut` has the beginning of each; checkpoints are null. Default: `"whole"`. */
  readonly data?: 'whole' | 'short';
}

export interface JobsListQuery {
  readonly type?: 'cron' | 'one_time' | 'recurring' | 'event';
  readonly platform_id?: string;
  readonly status?: 'pending' | 'active' | 'paused' | 'completed' | 'failed' | 'cancelled';
  readonly tags?: OneOrMore<string>;
  readonly queue?: OneOrMore<string>;
  readonly handler_name?: OneOrMore<string>;
  readonly name_contains?: string;
  readonly next_run_after?: Instant;
  readonly next_run_before?: Instant;
  /** Default: `"created_at"`. */
  readonly sort_by?: 'created_at' | 'next_run_at' | 'name' | 'priority';
  /** Default: `"desc"`. */
  readonly sort_order?: 'asc' | 'desc';
  /** none: payloads, results, stacks and checkpoints of the rows are null; a row asked for by its id has them. Default: `"whole"`. */
  readonly data?: 'whole' | 'none';
  readonly limit?: number;
  readonly offset?: number;
}

export interface JobsPauseBody {
  readonly reason?: string;
}

export interface JobsPreviewQuery {
  readonly count?: number;
  readonly from?: Instant;
}

export interface JobsPreviewAnswer {
  readonly trigger: Trigger;
  readonly when: string;
  readonly runs: readonly {
    readonly kind: 'run' | 'skipped';
    readonly at: string;
    readonly local: string;
    readonly note: string | null;
  }[];
}

export interface JobsRescheduleBody {
  readonly schedule: string;
}

export interface JobsUpdateBody {
  readonly queue?: string;
  readonly priority?: 'critical' | 'high' | 'medium' | 'low' | 'lowest' | 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
  readonly timeout_ms?: number;
  readonly max_retries?: number;
  readonly backoff?: {
    readonly strategy?: 'fixed' | 'linear' | 'exponential';
    readonly delay_ms?: number;
    readonly factor?: number;
    readonly max_delay_ms?: number;
    readonly jitter?: number;
  };
  readonly circuit?: string | null;
  readonly concurrency_limit?: number;
  readonly tags?: readonly string[];
  readonly metadata?: JsonObject;
  /** JSON of any shape. */
  readonly payload?: JsonValue;
  readonly unique?: boolean | {
    readonly by?: readonly ('name' | 'queue' | 'args' | {
      readonly args: readonly string[];
    })[];
    readonly states?: readonly ('pending' | 'running' | 'success' | 'failed' | 'timeout' | 'cancelled' | 'scheduled' | 'completed')[];
    readonly period_ms?: number;
  };
  readonly jitter_ms?: number;
  readonly allow_overlap?: boolean;
  readonly missed_runs?: 'skip' | 'latest' | 'all' | {
    readonly policy: 'skip' | 'latest' | 'all';
    readonly cap?: number;
    readonly grace_ms?: number;
  };
  readonly on_exhausted?: 'continue' | 'pause';
  readonly description?: string | null;
  readonly target_id?: string | null;
  readonly start_date?: Instant | null;
  readonly end_date?: Instant | null;
  readonly max_executions?: number | null;
  readonly exclusions?: {
    readonly dates?: readonly string[];
    readonly hours?: readonly {
      readonly weekdays?: readonly ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[];
      readonly from: string;
      readonly to: string;
    }[];
    readonly calendar?: string | null;
    readonly shift?: 'skip' | 'previous' | 'next';
  } | null;
  readonly overlap?: 'skip' | 'queue' | null;
  readonly expect_within_ms?: number | null;
  readonly concurrency?: number | null;
  readonly concurrency_key?: string | null;
  readonly name?: string;
  readonly trigger?: TriggerInput;
  readonly schedule?: string | readonly string[];
  readonly every_ms?: number;
  readonly timezone?: string;
}

export interface KeysCreateBody {
  readonly name: string;
  readonly platform_id?: string;
  readonly permissions?: readonly string[];
  readonly preset?: 'viewer' | 'operator' | 'admin';
  readonly expires_at?: Instant;
}

export interface KeysCreateAnswer {
  readonly key: ApiKey;
  readonly token: string;
}

export interface KeysListQuery {
  readonly limit?: number;
  readonly cursor?: string;
}

export interface KeysListAnswer {
  readonly items: readonly ApiKey[];
  readonly next_cursor: string | null;
}

export interface MetricsGetQuery {
  /** Default: `"24h"`. */
  readonly period?: '1h' | '24h' | '7d' | '30d';
}

export interface MetricsSeriesQuery {
  readonly since?: Instant;
  readonly until?: Instant;
  /** In place of `since`: a duration before `until`, such as 24h. */
  readonly period?: string;
  /** A duration such as 15m; at most 500 buckets. Default: at most 100. */
  readonly bucket?: string;
  readonly by?: 'status' | 'queue' | 'type';
  /** The id or name of a job. */
  readonly job?: string;
}

export interface NodesLeaderAnswer {
  readonly leader: {
    readonly node: string;
    readonly epoch: number;
    readonly until: string;
  } | null;
}

export interface NodesListAnswer {
  readonly this_node: {
    readonly id: string;
    readonly running: boolean;
    readonly is_leader: boolean;
  };
  readonly leader: {
    readonly node: string;
    readonly epoch: number;
    readonly until: string;
  } | null;
  readonly nodes: readonly {
    readonly id: string;
    readonly running_executions: readonly string[];
  }[];
}

export interface PlansApplyBody {
  /** Default: `false`. */
  readonly adopt?: boolean;
}

export interface PlansApplyAnswer {
  readonly at: string;
  readonly application: string;
  readonly has_differences: boolean;
  readonly entries: readonly {
    readonly action: 'insert' | 'update' | 'keep' | 'orphan';
    readonly name: string;
    readonly platform_id: string | null;
    readonly job_id: string | null;
    readonly trigger: Trigger;
    readonly changes: readonly {
      readonly field: string;
      readonly [name: string]: unknown;
    }[];
    readonly next_run_before: string | null;
    readonly next_run_after: string | null;
    readonly steps: readonly string[];
    readonly changed_by_hand: boolean;
    readonly note: string | null;
  }[];
  readonly applied: readonly string[] | null;
}

export interface PlansForecastQuery {
  readonly until?: Instant;
  readonly queues?: OneOrMore<string>;
}

export interface PlansGetAnswer {
  readonly at: string;
  readonly application: string;
  readonly has_differences: boolean;
  readonly entries: readonly {
    readonly action: 'insert' | 'update' | 'keep' | 'orphan';
    readonly name: string;
    readonly platform_id: string | null;
    readonly job_id: string | null;
    readonly trigger: Trigger;
    readonly changes: readonly {
      readonly field: string;
      readonly [name: string]: unknown;
    }[];
    readonly next_run_before: string | null;
    readonly next_run_after: string | null;
    readonly steps: readonly string[];
    readonly changed_by_hand: boolean;
    readonly note: string | null;
  }[];
  readonly applied: readonly string[] | null;
}

export interface PlansPreviewBody {
  readonly trigger: TriggerInput;
  readonly exclusions?: {
    readonly dates?: readonly string[];
    readonly hours?: readonly {
      readonly weekdays?: readonly ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[];
      readonly from: string;
      readonly to: string;
    }[];
    readonly calendar?: string | null;
    readonly shift?: 'skip' | 'previous' | 'next';
  };
  /** Default: `10`. */
  readonly count?: number;
  readonly from?: Instant;
}

export interface PlansPreviewAnswer {
  readonly trigger: Trigger;
  readonly when: string;
  readonly runs: readonly {
    readonly kind: 'run' | 'skipped';
    readonly at: string;
    readonly local: string;
    readonly note: string | null;
  }[];
}

export interface ProcessRunBody {
  /** Default: `true`. */
  readonly run?: boolean;
  /** Default: `100`. */
  readonly limit?: number;
}

export interface ProcessRunAnswer {
  readonly now: string;
  readonly due: number;
  readonly fired: number;
  readonly skipped: number;
  readonly conflicts: number;
  readonly quarantined: readonly string[];
  readonly ran: readonly Execution[];
}

export interface QueuesScaleBody {
  readonly concurrency?: number | null;
  readonly global_limit?: number | null;
}

export interface RateLimitsResetBody {
  readonly scope: 'global' | 'queue' | 'type' | 'custom';
  readonly key?: string | null;
  readonly platform_id?: string;
}

export interface TenantsDeleteAnswer {
  readonly tenant: string;
  readonly [name: string]: unknown;
}

export type UpkeepCompatibilityAnswer = JsonObject;

export interface UpkeepPruneBody {
  /** Default: `false`. */
  readonly vacuum?: boolean;
}

export type UpkeepPruneAnswer = JsonObject;

export interface WorkflowRunsApproveBody {
  /** JSON of any shape. */
  readonly data?: JsonValue;
}

export interface WorkflowRunsCancelBody {
  readonly reason?: string;
  readonly rollback?: boolean;
}

export interface WorkflowRunsGetQuery {
  /** short: payloads, results, inputs and outputs that are long are null, and `cut` has the beginning of each; checkpoints are null. Default: `"whole"`. */
  readonly data?: 'whole' | 'short';
}

export interface WorkflowRunsGraphQuery {
  /** Default: `"mermaid"`. */
  readonly format?: 'mermaid' | 'dot';
}

export interface WorkflowRunsGraphAnswer {
  readonly format: string;
  readonly graph: string;
}

export interface WorkflowRunsListQuery {
  readonly workflow?: OneOrMore<string>;
  readonly status?: OneOrMore<'running' | 'paused' | 'stopping' | 'compensating' | 'completed' | 'completed_with_errors' | 'failed' | 'cancelled' | 'compensated' | 'compensation_failed'>;
  readonly limit?: number;
  readonly offset?: number;
}

export interface WorkflowRunsListAnswer {
  readonly items: readonly WorkflowRun[];
  readonly total: number;
}

export interface WorkflowRunsRejectBody {
  /** JSON of any shape. */
  readonly data?: JsonValue;
}

export interface WorkflowRunsResumeBody {
  readonly context?: JsonObject;
}

export interface WorkflowRunsRetryBody {
  readonly steps?: readonly string[];
}

export interface WorkflowRunsSignalBody {
  readonly name: string;
  /** JSON of any shape. */
  readonly data?: JsonValue;
  readonly key?: string;
}

export interface WorkflowRunsStartBody {
  readonly workflow: string;
  /** JSON of any shape. */
  readonly input?: JsonValue;
  readonly id?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly platform_id?: string;
}

export interface WorkflowRunsWhyAnswer {
  readonly run_id: string;
  readonly step: string;
  readonly status: string;
  readonly reason: string;
  readonly waits_for: readonly string[];
  readonly since: string | null;
}

export type WorkflowsListAnswer = readonly {
  readonly name: string;
  readonly graph_hash: string;
  readonly deadline_ms: number | null;
  readonly steps: readonly {
    readonly name: string;
    readonly kind: string;
  }[];
}[];

export interface WorkflowsPlanAnswer {
  /** How many runs have not ended. */
  readonly checked: number;
  readonly stranded: readonly {
    readonly run_id: string;
    readonly workflow: string;
    readonly status: 'running' | 'paused' | 'stopping' | 'compensating' | 'completed' | 'completed_with_errors' | 'failed' | 'cancelled' | 'compensated' | 'compensation_failed';
    readonly steps: readonly string[];
    readonly rollbacks: readonly string[];
  }[];
}

export interface WorkflowsScheduleBody {
  readonly at: Instant;
  readonly input?: JsonObject;
}

export interface AlertRulesMethods {
  /** Creates a rule of alerts. Needs `alerts:write`. */
  create(body: AlertRulesCreateBody, options?: WriteOptions): Promise<AlertRule>;
  /** Deletes a rule of alerts, or takes back the changes of a built-in one. Needs `alerts:write`. */
  delete(id: string, options?: WriteOptions): Promise<AlertRule>;
  /** A rule of alerts, by its name or id. Needs `alerts:read`. */
  get(id: string, options?: CallOptions): Promise<AlertRule>;
  /** The rules of alerts by name, the built-in ones among them. Needs `alerts:read`. */
  list(options?: CallOptions): Promise<readonly AlertRule[]>;
  /** Sends a test by the channels of a rule. Needs `alerts:write`. */
  test(id: string, options?: WriteOptions): Promise<AlertRulesTestAnswer>;
  /** Changes, enables or disables a rule of alerts, the built-in ones among them. Needs `alerts:write`. */
  update(id: string, body?: AlertRulesUpdateBody, options?: WriteOptions): Promise<AlertRule>;
}

export interface AlertSilencesMethods {
  /** Keeps alerts from being announced for a while. They fire all the same. Needs `alerts:write`. */
  create(body: AlertSilencesCreateBody, options?: WriteOptions): Promise<AlertSilence>;
  /** Ends a silence. What fires and was not announced is announced then. Needs `alerts:write`. */
  delete(id: string, options?: WriteOptions): Promise<AlertSilence>;
  /** What silences alerts now. Needs `alerts:read`. */
  list(options?: CallOptions): Promise<readonly AlertSilence[]>;
}

export interface AlertsMethods {
  /** The alerts that fire or have fired, the newest first. Needs `alerts:read`. */
  list(query?: AlertsListQuery, options?: CallOptions): Promise<AlertsListAnswer>;
}

export interface AuditMethods {
  /** Who changed what and why, the newest first. Needs `audit:read`. */
  list(query?: AuditListQuery, options?: CallOptions): Promise<AuditListAnswer>;
}

export interface BulkActionsMethods {
  /** Ends a bulk action after its present row. What was done stays done. Needs `bulk:write`. */
  cancel(id: string, options?: WriteOptions): Promise<BulkAction>;
  /** Carries out an action for every row that matches a filter, each as a single write would. A dry run only counts them. Needs `bulk:write`. */
  create(body: BulkActionsCreateBody, options?: WriteOptions): Promise<BulkActionsCreateAnswer>;
  /** How far a bulk action is, and what failed. It is known on the node that has begun it. Needs `bulk:read`. */
  get(id: string, options?: CallOptions): Promise<BulkAction>;
  /** The latest bulk actions that this node has begun, the newest first. Needs `bulk:read`. */
  list(options?: CallOptions): Promise<readonly BulkAction[]>;
}

export interface CalendarMethods {
  /** Makes an address for calendars, which cannot send a credential: whoever has it reads that calendar. Needs `keys:write`. */
  createLink(body?: CalendarCreateLinkBody, options?: CallOptions): Promise<CalendarCreateLinkAnswer>;
  /** Active jobs as an iCalendar file, for a calendar that asks for it again and again. Needs `calendar:read`. */
  feed(query?: CalendarFeedQuery, options?: CallOptions): Promise<string>;
}

export interface CircuitsMethods {
  /** The circuits and their states on all nodes. Needs `circuits:read`. */
  list(options?: CallOptions): Promise<readonly Circuit[]>;
  /** Closes a circuit at once, for all nodes. Needs `circuits:write`. */
  reset(name: string, body?: CircuitsResetBody, options?: WriteOptions): Promise<Circuit>;
}

export interface DeadLettersMethods {
  /** Deletes a dead letter; its execution stays in the history. Needs `dead_letters:write`. */
  delete(id: string, options?: WriteOptions): Promise<void>;
  /** A dead letter by the id of its execution. Needs `dead_letters:read`. */
  get(id: string, options?: CallOptions): Promise<DeadLetter>;
  /** Dead letters by what failed: type and queue, with the most frequent errors. Needs `dead_letters:read`. */
  groups(query?: DeadLettersGroupsQuery, options?: CallOptions): Promise<DeadLettersGroupsAnswer>;
  /** Executions that failed for good and wait for a person, the latest first. Needs `dead_letters:read`. */
  list(query?: DeadLettersListQuery, options?: CallOptions): Promise<DeadLettersListAnswer>;
  /** Deletes the dead letters that failed before an instant. Needs `dead_letters:write`. */
  prune(body: DeadLettersPruneBody, options?: WriteOptions): Promise<DeadLettersPruneAnswer>;
  /** Runs a dead letter again, once however often it is asked. Needs `dead_letters:write`. */
  retry(id: string, options?: WriteOptions): Promise<DeadLettersRetryAnswer>;
  /** Runs matching dead letters again, the oldest first. Needs `dead_letters:write`. */
  retryAll(body?: DeadLettersRetryAllBody, options?: WriteOptions): Promise<DeadLettersRetryAllAnswer>;
  /** How many dead letters there are, by queue and by class of their errors. Needs `dead_letters:read`. */
  stats(options?: CallOptions): Promise<DeadLettersStatsAnswer>;
}

export interface DocumentsMethods {
  /** This API as an OpenAPI 3.1 document. Needs `jobs:read`. */
  openapi(options?: CallOptions): Promise<DocumentsOpenapiAnswer>;
  /** The same as a page for people. It loads nothing from elsewhere and runs no script. Needs `jobs:read`. */
  page(options?: CallOptions): Promise<string>;
  /** The style sheet of the page. Needs `jobs:read`. */
  style(options?: CallOptions): Promise<string>;
}

export interface EventHandlersMethods {
  /** Stores what to do when an event is triggered. A handler with the same name is replaced. Needs `events:write`. */
  create(body: EventHandlersCreateBody, options?: WriteOptions): Promise<EventHandler>;
  /** Deletes an event handler; what it created stays. Needs `events:write`. */
  delete(id: string, options?: WriteOptions): Promise<void>;
  /** Disables an event handler on all nodes until it is enabled. Needs `events:write`. */
  disable(id: string, options?: WriteOptions): Promise<EventHandler>;
  /** Enables an event handler again. Needs `events:write`. */
  enable(id: string, options?: WriteOptions): Promise<EventHandler>;
  /** The stored handlers of events, with their results. Needs `events:read`. */
  list(query?: EventHandlersListQuery, options?: CallOptions): Promise<EventHandlersListAnswer>;
}

export interface EventLogMethods {
  /** One event. Needs `events:read`. */
  get(position: string, options?: CallOptions): Promise<LoggedEvent>;
  /** What has changed, by whom, the oldest first. Needs `events:read`. */
  list(query?: EventLogListQuery, options?: CallOptions): Promise<EventLogListAnswer>;
  /** Deletes the events of whole days in UTC that ended at or before an instant. Needs `process:run`. */
  prune(body: EventLogPruneBody, options?: WriteOptions): Promise<EventLogPruneAnswer>;
  /** Folds the log, and compares it with every stored row. It reads everything, and changes nothing. Needs `process:run`. */
  verify(options?: WriteOptions): Promise<EventLogVerifyAnswer>;
}

export interface EventReadersMethods {
  /** Forgets a reader that is not used any more. Needs `events:write`. */
  delete(name: string, options?: WriteOptions): Promise<void>;
  /** Deletes a dead letter of a subscription. Needs `events:write`. */
  deleteDeadLetter(name: string, position: string, options?: WriteOptions): Promise<EventReader>;
  /** The subscriptions and projections that read the event log, and how far they are. Needs `events:read`. */
  list(options?: CallOptions): Promise<readonly EventReader[]>;
  /** Lets a reader begin again with the oldest event; a projection is emptied first. Needs `events:write`. */
  replay(name: string, options?: WriteOptions): Promise<EventReader>;
  /** Lets a reader that has stopped go on. Needs `events:write`. */
  resume(name: string, options?: WriteOptions): Promise<EventReader>;
  /** Delivers an event once more that a subscription could not take. Needs `events:write`. */
  retryDeadLetter(name: string, position: string, options?: WriteOptions): Promise<EventReader>;
}

export interface EventsMethods {
  /** Triggers an event of the application. The same id again repeats nothing. Needs `events:write`. */
  trigger(body: EventsTriggerBody, options?: WriteOptions): Promise<EventsTriggerAnswer>;
}

export interface ExecutionsMethods {
  /** Cancels an execution that waits, or asks one that runs to stop. Needs `executions:cancel`. */
  cancel(id: string, body?: ExecutionsCancelBody, options?: WriteOptions): Promise<ExecutionsCancelAnswer>;
  /** Puts work into a queue, without a job. Needs `jobs:run`. */
  enqueue(body: ExecutionsEnqueueBody, options?: WriteOptions): Promise<Execution>;
  /** An execution by its id. Needs `executions:read`. */
  get(id: string, query?: ExecutionsGetQuery, options?: CallOptions): Promise<Execution>;
  /** Executions of all jobs and of enqueued work, the latest first, page by page with a cursor. Needs `executions:read`. */
  list(query?: ExecutionsListQuery, options?: CallOptions): Promise<ExecutionsListAnswer>;
  /** The log lines of all attempts, the oldest first. Needs `executions:read`. */
  logs(id: string, options?: CallOptions): Promise<readonly ExecutionLog[]>;
  /** Runs an execution that failed or timed out again, once, as a new execution; with another payload if one is given. Needs `executions:retry`. */
  retry(id: string, body?: ExecutionsRetryBody, options?: WriteOptions): Promise<Execution>;
}

export interface HealthMethods {
  /** Whether scheduler, store, queues and workers are healthy. Needs `metrics:read`. */
  get(query?: HealthGetQuery, options?: CallOptions): Promise<Health>;
  /** What the health of a whole platform says about its scheduler. Needs `metrics:read`. */
  platform(query?: HealthPlatformQuery, options?: CallOptions): Promise<PlatformHealth>;
}

export interface JobsMethods {
  /** A job and its executions as they were at an instant, as far as the event log goes back. Needs `events:read`. */
  at(id: string, query: JobsAtQuery, options?: CallOptions): Promise<JobsAtAnswer>;
  /** Cancels a job. It is kept, with its history. Needs `jobs:write`. */
  cancel(id: string, options?: GuardedWriteOptions): Promise<void>;
  /** Asks the running executions of a job to stop. The job goes on with its next occurrence. Needs `executions:cancel`. */
  cancelRunning(id: string, body?: JobsCancelRunningBody, options?: WriteOptions): Promise<JobsCancelRunningAnswer>;
  /** Creates a job with any trigger: cron, interval, calendar, rule, instant, event or start of a node. Needs `jobs:write`. */
  create(body: JobsCreateBody, options?: WriteOptions): Promise<Job>;
  /** Creates a job that runs by a cron expression. Needs `jobs:write`. */
  createCron(body: JobsCreateCronBody, options?: WriteOptions): Promise<Job>;
  /** Creates a job that runs once, at an instant. Needs `jobs:write`. */
  createOnce(body: JobsCreateOnceBody, options?: WriteOptions): Promise<Job>;
  /** Creates a job that runs by a cron expression within bounds. Needs `jobs:write`. */
  createRecurring(body: JobsCreateRecurringBody, options?: WriteOptions): Promise<Job>;
  /** Deletes a job with its executions and logs. DELETE of a job only cancels it. Needs `jobs:write`. */
  delete(id: string, body?: JobsDeleteBody, options?: GuardedWriteOptions): Promise<void>;
  /** The history of a job, the latest first. Needs `executions:read`. */
  executions(id: string, query?: JobsExecutionsQuery, options?: CallOptions): Promise<readonly Execution[]>;
  /** Why a job did or did not run, occurrence by occurrence. Needs `jobs:read`. */
  explain(id: string, query?: JobsExplainQuery, options?: CallOptions): Promise<JobsExplainAnswer>;
  /** A job by its id or name. Needs `jobs:read`. */
  get(id: string, query?: JobsGetQuery, options?: CallOptions): Promise<Job>;
  /** Lists jobs, the newest first unless another order is asked for. Needs `jobs:read`. */
  list(query?: JobsListQuery, options?: CallOptions): Promise<readonly Job[]>;
  /** Pauses a job. Its occurrences until it is resumed are left out. Needs `jobs:write`. */
  pause(id: string, body?: JobsPauseBody, options?: GuardedWriteOptions): Promise<void>;
  /** The next runs of a job, with remarks on daylight saving and exclusions. Needs `jobs:read`. */
  preview(id: string, query?: JobsPreviewQuery, options?: CallOptions): Promise<JobsPreviewAnswer>;
  /** Gives a recurring job another cron expression. Needs `jobs:write`. */
  reschedule(id: string, body: JobsRescheduleBody, options?: GuardedWriteOptions): Promise<Job>;
  /** Resumes a paused job, from its first instant after now. Needs `jobs:write`. */
  resume(id: string, options?: GuardedWriteOptions): Promise<void>;
  /** Runs a job once now, in addition to its schedule. Needs `jobs:run`. */
  run(id: string, options?: WriteOptions): Promise<Execution>;
  /** Statistics over the latest 100 executions of a job. Needs `metrics:read`. */
  stats(id: string, options?: CallOptions): Promise<JobStatistics>;
  /** Changes the given fields of a job; null removes a value. Needs `jobs:write`. */
  update(id: string, body?: JobsUpdateBody, options?: GuardedWriteOptions): Promise<Job>;
}

export interface KeysMethods {
  /** Creates an API key that can do no more than its creator. Its token is shown once. Needs `keys:write`. */
  create(body: KeysCreateBody, options?: CallOptions): Promise<KeysCreateAnswer>;
  /** The API keys, the newest first, without their secrets. Needs `keys:read`. */
  list(query?: KeysListQuery, options?: CallOptions): Promise<KeysListAnswer>;
  /** Revokes an API key: from now on it lets nobody in. Needs `keys:write`. */
  revoke(id: string, options?: WriteOptions): Promise<ApiKey>;
}

export interface MetricsMethods {
  /** Metrics of jobs, executions and queues. Needs `metrics:read`. */
  get(query?: MetricsGetQuery, options?: CallOptions): Promise<Metrics>;
  /** The metrics of this process in the text format of Prometheus. Needs `metrics:read`. */
  prometheus(options?: CallOptions): Promise<string>;
  /** What ended over time, in buckets: counts, durations and waiting. Default: the last 24 hours. Needs `metrics:read`. */
  series(query?: MetricsSeriesQuery, options?: CallOptions): Promise<StatisticsSeries>;
}

export interface NodesMethods {
  /** The node that fires jobs and cleans up for all nodes. Needs `nodes:read`. */
  leader(options?: CallOptions): Promise<NodesLeaderAnswer>;
  /** This node, the leader, and what runs now on which node. Needs `nodes:read`. */
  list(options?: CallOptions): Promise<NodesListAnswer>;
}

export interface PlansMethods {
  /** Brings the stored jobs in line with the declared ones. Needs `jobs:write`. */
  apply(body?: PlansApplyBody, options?: WriteOptions): Promise<PlansApplyAnswer>;
  /** What will run hour by hour, and where runs collide. Default: the next seven days, or less where there are more than 50,000 runs. Needs `jobs:read`. */
  forecast(query?: PlansForecastQuery, options?: CallOptions): Promise<Forecast>;
  /** How the jobs that the application declares and those that are stored differ. Needs `jobs:read`. */
  get(options?: CallOptions): Promise<PlansGetAnswer>;
  /** The runs that a trigger would have, before a job is created. Needs `jobs:read`. */
  preview(body: PlansPreviewBody, options?: CallOptions): Promise<PlansPreviewAnswer>;
}

export interface ProbesMethods {
  /** Whether this process answers. It should be started again if it does not. Needs no credential. */
  live(options?: CallOptions): Promise<Probe>;
  /** Whether requests should be sent here: the store answers, and this process is not about to end. Needs no credential. */
  ready(options?: CallOptions): Promise<Probe>;
}

export interface ProcessMethods {
  /** Fires what is due once and runs what waits, up to a limit: for platforms that only call by HTTP. Needs `process:run`. */
  run(body?: ProcessRunBody, options?: WriteOptions): Promise<ProcessRunAnswer>;
}

export interface QueuesMethods {
  /** One queue with what waits and runs in it. Needs `queues:read`. */
  get(queue: string, options?: CallOptions): Promise<QueueStatistics>;
  /** The queues with what waits and runs in them. Needs `queues:read`. */
  list(options?: CallOptions): Promise<readonly QueueStatistics[]>;
  /** Lets nothing of a queue start until it is resumed, on all nodes. Needs `queues:write`. */
  pause(queue: string, options?: WriteOptions): Promise<QueueSettings>;
  /** Resumes a queue. Needs `queues:write`. */
  resume(queue: string, options?: WriteOptions): Promise<QueueSettings>;
  /** Sets how many run at once: on each node, over all nodes, or both. Null removes a limit. Needs `queues:write`. */
  scale(queue: string, body?: QueuesScaleBody, options?: WriteOptions): Promise<QueueSettings>;
}

export interface RateLimitsMethods {
  /** The configured rate limits, and what is left of them. Needs `limits:read`. */
  list(options?: CallOptions): Promise<readonly RateLimit[]>;
  /** Fills the bucket of a rate limit, for all nodes. Needs `limits:write`. */
  reset(body: RateLimitsResetBody, options?: WriteOptions): Promise<RateLimit>;
}

export interface SessionMethods {
  /** Who the credential belongs to, what it may do, and where it leads. Needs `authenticated`. */
  get(options?: CallOptions): Promise<Session>;
}

export interface TenantsMethods {
  /** Deletes everything that belongs to a tenant. Needs `tenants:delete`. */
  delete(tenant: string, options?: WriteOptions): Promise<TenantsDeleteAnswer>;
}

export interface UpkeepMethods {
  /** Whether what is stored fits the handlers and schemas of this build. Needs `nodes:read`. */
  compatibility(options?: CallOptions): Promise<UpkeepCompatibilityAnswer>;
  /** Deletes what is past its retention, once; with vacuum, the database also tidies up afterwards. Needs `process:run`. */
  prune(body?: UpkeepPruneBody, options?: WriteOptions): Promise<UpkeepPruneAnswer>;
}

export interface WorkflowRunsMethods {
  /** Approves a step that waits for it. Who approved is the principal. Needs `workflows:write`. */
  approve(id: string, step: string, body?: WorkflowRunsApproveBody, options?: WriteOptions): Promise<WorkflowRun>;
  /** Cancels a run; with rollback, what was done is undone. Needs `workflows:write`. */
  cancel(id: string, body?: WorkflowRunsCancelBody, options?: WriteOptions): Promise<WorkflowRun>;
  /** A run with the states of its steps. Needs `workflows:read`. */
  get(id: string, query?: WorkflowRunsGetQuery, options?: CallOptions): Promise<WorkflowState>;
  /** A flowchart of a run with the states of its steps. Needs `workflows:read`. */
  graph(id: string, query?: WorkflowRunsGraphQuery, options?: CallOptions): Promise<WorkflowRunsGraphAnswer>;
  /** Runs of workflows, the newest first. Needs `workflows:read`. */
  list(query?: WorkflowRunsListQuery, options?: CallOptions): Promise<WorkflowRunsListAnswer>;
  /** Lets nothing new of a run start; what runs ends. Needs `workflows:write`. */
  pause(id: string, options?: WriteOptions): Promise<WorkflowRun>;
  /** Rejects a step that waits for an approval. Needs `workflows:write`. */
  reject(id: string, step: string, body?: WorkflowRunsRejectBody, options?: WriteOptions): Promise<WorkflowRun>;
  /** Lets a paused run go on; the context is added to the input that later steps see. Needs `workflows:write`. */
  resume(id: string, body?: WorkflowRunsResumeBody, options?: WriteOptions): Promise<WorkflowRun>;
  /** Tries the rollbacks again that have failed for good. Needs `workflows:write`. */
  resumeCompensation(id: string, options?: WriteOptions): Promise<WorkflowRun>;
  /** Lets a run that has ended go on from its failed steps, or from the given ones. Needs `workflows:write`. */
  retry(id: string, body?: WorkflowRunsRetryBody, options?: WriteOptions): Promise<WorkflowRun>;
  /** Sends a signal to a run. A second signal with the same key is the same signal. Needs `workflows:write`. */
  signal(id: string, body: WorkflowRunsSignalBody, options?: WriteOptions): Promise<WorkflowRun>;
  /** Starts a run of a workflow. The same id and input again start nothing new. Needs `workflows:write`. */
  start(body: WorkflowRunsStartBody, options?: WriteOptions): Promise<WorkflowRun>;
  /** What a step waits for, and since when. Needs `workflows:read`. */
  why(id: string, step: string, options?: CallOptions): Promise<WorkflowRunsWhyAnswer>;
}

export interface WorkflowsMethods {
  /** The workflows that are defined in this program. Needs `workflows:read`. */
  list(options?: CallOptions): Promise<WorkflowsListAnswer>;
  /** The runs that this build could not finish or undo. Ask a new build before it takes over. Needs `workflows:read`. */
  plan(options?: CallOptions): Promise<WorkflowsPlanAnswer>;
  /** Starts a run at an instant, by a job that can be seen and cancelled. Needs `workflows:write`. */
  schedule(workflow: string, body: WorkflowsScheduleBody, options?: WriteOptions): Promise<Job>;
}

/** The operations of the API by their groups. */
export interface OperationGroups {
  readonly alertRules: AlertRulesMethods;
  readonly alertSilences: AlertSilencesMethods;
  readonly alerts: AlertsMethods;
  readonly audit: AuditMethods;
  readonly bulkActions: BulkActionsMethods;
  readonly calendar: CalendarMethods;
  readonly circuits: CircuitsMethods;
  readonly deadLetters: DeadLettersMethods;
  readonly documents: DocumentsMethods;
  readonly eventHandlers: EventHandlersMethods;
  readonly eventLog: EventLogMethods;
  readonly eventReaders: EventReadersMethods;
  readonly events: EventsMethods;
  readonly executions: ExecutionsMethods;
  readonly health: HealthMethods;
  readonly jobs: JobsMethods;
  readonly keys: KeysMethods;
  readonly metrics: MetricsMethods;
  readonly nodes: NodesMethods;
  readonly plans: PlansMethods;
  readonly probes: ProbesMethods;
  readonly process: ProcessMethods;
  readonly queues: QueuesMethods;
  readonly rateLimits: RateLimitsMethods;
  readonly session: SessionMethods;
  readonly tenants: TenantsMethods;
  readonly upkeep: UpkeepMethods;
  readonly workflowRuns: WorkflowRunsMethods;
  readonly workflows: WorkflowsMethods;
}

/** The operations that answer page by page. */
export type PagedOperation =
  | 'alerts.list'
  | 'audit.list'
  | 'deadLetters.list'
  | 'eventHandlers.list'
  | 'eventLog.list'
  | 'executions.list'
  | 'jobs.executions'
  | 'jobs.list'
  | 'keys.list'
  | 'workflowRuns.list';
