import type { ScheduleDefinition } from '@scheduler/contracts';

/** What is scheduled in a simulation, and how long people and faults disturb it. */
export interface Workload {
  readonly name: string;
  readonly lastsMs: number;
  readonly definitions: (from: Date) => readonly ScheduleDefinition[];
  /** Things that people do meanwhile: so many in the whole run. 0: nobody disturbs. */
  readonly interventions: number;
}

export const RETRIES = { maxRetries: 3, backoff: { strategy: 'fixed', delay: '300ms' } } as const;

/** Each instant is to run, however late. */
export const EACH = { missedRuns: { policy: 'all', cap: 1_000, grace: '2s' } } as const;

export function later(from: Date, milliseconds: number): Date {
  return new Date(from.getTime() + milliseconds);
}
