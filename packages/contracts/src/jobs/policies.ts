import type { Priority } from '../values/priority.js';
import type { UniquePolicy } from './uniqueness.js';

/** How long to wait before retry n (1-based). A delay given by the handler wins over it. */
export interface Backoff {
  /** `fixed`: delay; `linear`: n × delay; `exponential`: delay × factor^(n-1). */
  readonly strategy: 'fixed' | 'linear' | 'exponential';
  readonly delayMs: number;
  readonly factor: number;
  readonly maxDelayMs: number;
  /** Share of the delay, 0 to 1, that is drawn at random, so that failures do not come back together. */
  readonly jitter: number;
}

/** What becomes of instants that passed while nobody ticked. */
export interface MissedRunPolicy {
  /** `skip`: none. `latest`: one run for all that were missed. `all`: each, oldest first, up to `cap`. */
  readonly policy: 'skip' | 'latest' | 'all';
  readonly cap: number;
  /** An instant counts as missed when it is found later than this. */
  readonly graceMs: number;
}

/** What happens to a recurring job when an execution has used up its retries. */
export type OnExhausted = 'continue' | 'pause';

/** The part of a job's policies that travels with each execution. */
export interface ExecutionPolicy {
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly backoff: Backoff;
  readonly onExhausted: OnExhausted;
  /** The circuit that lets it run, and that its failures open. Missing: none. */
  readonly circuit?: string;
}

export interface JobPolicies extends ExecutionPolicy, ConcurrencyLimits {
  readonly queue: string;
  readonly priority: Priority;
  /** False: while one execution of the job runs, an occurrence that falls due is recorded as `skipped: overlap`. */
  readonly allowOverlap: boolean;
  readonly missedRuns: MissedRunPolicy;
  /** Null: any number of equal executions. */
  readonly unique: UniquePolicy | null;
}

/** How many executions run at once, over all nodes. All that are given hold. */
export interface ConcurrencyLimits {
  /** So many of the same job, 2 or more. Null: one where overlap is forbidden, else any number. */
  readonly concurrency: number | null;
  /** What shares a limit with others of the same tenant, such as a customer. Null: nothing. */
  readonly concurrencyKey: string | null;
  /** So many with the same key. Null where there is no key. */
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
