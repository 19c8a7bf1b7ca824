import type { ScheduleDefinition } from '@scheduler/contracts';
import type { SimulatedWorkflows, WorkflowScene } from './simulated-workflows.js';

/** The jobs of a simulation, and how long operators and faults disturb them. */
export interface Workload {
  readonly name: string;
  readonly lastsMs: number;
  readonly definitions: (from: Date) => readonly ScheduleDefinition[];
  /** The number of changes by operators in the whole run. */
  readonly interventions: number;
  /** Default: no workflows. */
  readonly workflows?: (scene: WorkflowScene) => SimulatedWorkflows;
}

export const RETRIES = { maxRetries: 3, backoff: { strategy: 'fixed', delay: '300ms' } } as const;

/** Every instant must run, however late. */
export const EACH = { missedRuns: { policy: 'all', cap: 1_000, grace: '2s' } } as const;

export function later(from: Date, milliseconds: number): Date {
  return new Date(from.getTime() + milliseconds);
}
