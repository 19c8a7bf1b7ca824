import type { Json } from './types.js';

export type JobStatus = 'pending' | 'active' | 'paused' | 'completed' | 'failed' | 'cancelled';

export const JOB_STATUSES: readonly JobStatus[] = [
  'pending',
  'active',
  'paused',
  'completed',
  'failed',
  'cancelled',
];

/** A trigger as the API has it: names in snake_case, instants as texts. */
export type TriggerView = { readonly kind: string } & { readonly [name: string]: Json };

export interface Job {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly type: string;
  readonly status: JobStatus;
  readonly next_run: string | null;
  readonly last_run: string | null;
  readonly start_date: string | null;
  readonly end_date: string | null;
  readonly max_executions: number | null;
  readonly handler_name: string;
  readonly handler_type: string;
  readonly payload: Json;
  readonly max_retries: number;
  readonly timeout_ms: number;
  readonly priority: string | number;
  readonly allow_overlap: boolean;
  readonly executions_count: number;
  readonly success_count: number;
  readonly failure_count: number;
  readonly avg_duration_ms: number | null;
  readonly tags: readonly string[];
  readonly metadata: { readonly [name: string]: Json };
  readonly platform_id: string | null;
  readonly created_by: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly trigger: TriggerView;
  readonly queue: string;
  readonly target_id: string | null;
  readonly missed_runs: string;
  readonly on_exhausted: string;
  readonly jitter_ms: number;
  readonly paused_at: string | null;
  readonly status_reason: string | null;
  readonly revision: number;
}

export interface PreviewRun {
  readonly kind: 'run' | 'skipped';
  readonly at: string;
  readonly local: string;
  readonly note: string | null;
}

export interface Preview {
  readonly when: string;
  readonly runs: readonly PreviewRun[];
}

export interface Explanation {
  readonly now: readonly string[];
  readonly occurrences: readonly {
    readonly at: string;
    readonly kind: string;
    readonly why: string;
    readonly execution_id: string | null;
    readonly count: number;
  }[];
}
