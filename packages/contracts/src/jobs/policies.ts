import type { Priority } from '../values/priority.js';
import type { UniquePolicy } from './uniqueness.js';

/** How long to wait before retry n (1-based). A delay that the handler gives overrides it. */
export interface Backoff {
  /** `fixed`: delay; `linear`: n × delay; `exponential`: delay × factor^(n-1). */
  readonly strategy: 'fixed' | 'linear' | 'exponential';
  readonly delayMs: number;
  readonly factor: number;
  readonly maxDelayMs: number;
  /** The share of the delay, 0 to 1, that is random, so that retries do not come all at once. */
  readonly jitter: number;
}

/** What happens to instants that passed while no node fired jobs. */
export interface MissedRunPolicy {
  /** `skip`: no run. `latest`: one run for all missed instants. `all`: one run for each, oldest first, up to `cap`. */
  readonly policy: 'skip' | 'latest' | 'all';
  readonly cap: number;
  /** An instant counts as missed when it is found later than this after its time. */
  readonly graceMs: number;
}

/**
 * What happens to an occurrence that falls due while as many executions of the job run as may run at once. `skip`: it is recorded as
 * `skipped: overlap`. `queue`: it waits until the job is free.
 */
export type OverlapPolicy = 'skip' | 'queue';

/** What happens to a recurring job when an execution has used up its retries. */
export type OnExhausted = 'continue' | 'pause';

/** The policies of a job that are stored with each execution. */
export interface ExecutionPolicy {
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly backoff: Backoff;
  readonly onExhausted: OnExhausted;
  /** The circuit that admits its attempts and counts their failures. Missing: none. */
  readonly circuit?: string;
  /**
   * What the job or its type has named itself: the class of an error does not change it. Everything else comes from the configuration.
   * Missing: it was stored before this was noted, and its retries count as named.
   */
  readonly named?: readonly NamedPolicy[];
}

export type NamedPolicy = 'maxRetries' | 'backoff';

export interface JobPolicies extends ExecutionPolicy, ConcurrencyLimits {
  readonly queue: string;
  readonly priority: Priority;
  /** False: one execution of the job runs at a time. What happens to an occurrence that falls due meanwhile is decided by `overlap`. */
  readonly allowOverlap: boolean;
  /** Missing: the trigger decides, see `ScheduledJob.overlapPolicy`. */
  readonly overlap?: OverlapPolicy;
  readonly missedRuns: MissedRunPolicy;
  /** The job is expected to succeed at least once within so long. Missing: nobody expects it. */
  readonly expectWithinMs?: number;
  /** Null: any number of equal executions may exist. */
  readonly unique: UniquePolicy | null;
}

/** How many executions run at once, over all nodes. All given limits apply. */
export interface ConcurrencyLimits {
  /** The most executions of the same job, 2 or more. Null: one if overlap is forbidden, otherwise any number. */
  readonly concurrency: number | null;
  /** Executions of a tenant with the same key, such as a customer, share a limit. Null: none. */
  readonly concurrencyKey: string | null;
  /** The most executions with the same key. Null: there is no key. */
  readonly concurrencyLimit: number | null;
}

export const NO_CONCURRENCY_LIMITS: ConcurrencyLimits = Object.freeze({
  concurrency: null,
  concurrencyKey: null,
  concurrencyLimit: null,
});

export const DEFAULT_QUEUE = 'default';

export const DEFAULT_BACKOFF: Backoff = Object.freeze({
  strategy: 'exponential',
  delayMs: 60_000,
  factor: 2,
  maxDelayMs: 3_600_000,
  jitter: 0,
});

export const DEFAULT_MISSED_RUNS: MissedRunPolicy = Object.freeze({
  policy: 'latest',
  cap: 100,
  graceMs: 60_000,
});
