import type { Json } from './types.js';

export const RUN_STATUSES = [
  'running',
  'paused',
  'stopping',
  'compensating',
  'completed',
  'completed_with_errors',
  'failed',
  'cancelled',
  'compensated',
  'compensation_failed',
] as const;

export type RunStatus = (typeof RUN_STATUSES)[number];

/** A workflow that the program has. */
export interface Workflow {
  readonly name: string;
  readonly deadline_ms: number | null;
  readonly steps: readonly { readonly name: string; readonly kind: string }[];
}

export interface Run {
  readonly id: string;
  readonly name: string;
  readonly status: RunStatus;
  readonly platform_id: string | null;
  readonly input: Json;
  readonly attributes: Readonly<Record<string, string>>;
  readonly parent: { readonly run_id: string; readonly step: string } | null;
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

export interface RunState extends Run {
  readonly progress: { readonly ended: number; readonly total: number };
  readonly steps: readonly Step[];
}

export interface Step {
  readonly name: string;
  readonly kind: string;
  readonly after: readonly string[];
  readonly after_any: readonly string[];
  readonly status: string;
  readonly verdict: string | null;
  readonly execution_id: string | null;
  readonly child_run_id: string | null;
  readonly output: Json;
  readonly error: string | null;
  readonly active_since: string | null;
  readonly ended_at: string | null;
  readonly asking: boolean;
  readonly children: {
    readonly added: number;
    readonly total: number | null;
    readonly ended: number;
    readonly failed: number;
  } | null;
  readonly decision: { readonly approved: boolean; readonly by: string | null; readonly at: string } | null;
  readonly undo: {
    readonly status: 'active' | 'done' | 'failed';
    readonly active_since: string;
    readonly ended_at: string | null;
    readonly execution_id: string | null;
    readonly error: string | null;
  } | null;
  readonly rounds: number;
}
