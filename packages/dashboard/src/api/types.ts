/** What the API answers, as far as the screens read it. */

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

export interface Session {
  readonly principal: { readonly id: string; readonly kind: string };
  /** Null: all tenants. */
  readonly platform_id: string | null;
  readonly permissions: readonly string[];
  readonly read_only: boolean;
  readonly environment: { readonly name: string; readonly color: string } | null;
  readonly now: string;
}

export type ExecutionStatus =
  'pending' | 'running' | 'success' | 'failed' | 'timeout' | 'cancelled' | 'skipped';

export const EXECUTION_STATUSES: readonly ExecutionStatus[] = [
  'pending',
  'running',
  'success',
  'failed',
  'timeout',
  'cancelled',
  'skipped',
];

export interface Execution {
  readonly id: string;
  readonly job_id: string | null;
  readonly job_name: string | null;
  readonly handler_name: string;
  readonly handler_type: string;
  readonly status: ExecutionStatus;
  readonly scheduled_at: string;
  readonly started_at: string | null;
  readonly completed_at: string | null;
  readonly created_at: string;
  readonly available_at: string;
  readonly occurrence_at: string | null;
  readonly duration_ms: number | null;
  readonly result: Json;
  readonly payload: Json;
  readonly metadata: { readonly [name: string]: Json };
  readonly error: string | null;
  readonly error_stack: string | null;
  readonly failure: Failure | null;
  readonly reason: { readonly code: string; readonly message: string | null } | null;
  readonly retry_count: number;
  readonly max_retries: number;
  readonly next_retry_at: string | null;
  readonly worker_id: string | null;
  readonly platform_id: string | null;
  readonly queue: string;
  readonly priority: string | number;
  readonly timeout_ms: number;
  readonly tags: readonly string[];
  readonly target_id: string | null;
  readonly origin: string;
  readonly lateness: string;
  readonly attempts: readonly Attempt[];
  readonly progress: { readonly done: number; readonly total: number | null } | null;
  readonly dead_letter: boolean;
  readonly cancel_requested: string | null;
  readonly original_execution_id: string | null;
  readonly trace_id: string | null;
  readonly workflow: { readonly run: string; readonly step: string; readonly index: number | null } | null;
}

export interface Failure {
  readonly name: string;
  readonly message: string;
  readonly code: string | null;
  readonly error_class: string | null;
}

export interface Attempt {
  readonly status: string;
  readonly worker_id: string;
  readonly started_at: string;
  readonly completed_at: string;
  readonly error: string | null;
}

export interface LogLine {
  readonly at: string;
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly message: string;
  readonly context: { readonly [name: string]: Json } | null;
}

/** A page of a list with cursors. */
export interface CursorPage<T> {
  readonly items: readonly T[];
  readonly next_cursor: string | null;
}

/** A page of a list with numbers. */
export interface OffsetPage<T> {
  readonly items: readonly T[];
  readonly total: number;
}
