import type { DurationInput } from '../values/duration.js';

export interface Succeeded<TOutput = unknown> {
  readonly kind: 'succeeded';
  /** JSON; stored with the execution. */
  readonly output: TOutput;
}

export interface Failed {
  readonly kind: 'failed';
  readonly error: unknown;
  /** The handler's intent; the engine does the rest while retries are left. */
  readonly retry: boolean;
  /** Null: the backoff of the policy decides. */
  readonly delay: DurationInput | null;
}

export interface Cancelled {
  readonly kind: 'cancelled';
  readonly reason: string | null;
}

export interface Snoozed {
  readonly kind: 'snoozed';
  readonly delay: DurationInput;
  readonly reason: string | null;
}

export interface Discarded {
  readonly kind: 'discarded';
  readonly reason: string | null;
}

/** What a handler returns: a closed union. Throwing is one more way to fail. */
export type JobResult<TOutput = unknown> = Succeeded<TOutput> | Failed | Cancelled | Snoozed | Discarded;

export interface FailureOptions {
  readonly error: unknown;
  /** Default true. */
  readonly retry?: boolean;
  /** Wins over the backoff of the policy. */
  readonly delay?: DurationInput;
}

function success(): Succeeded<null>;
function success<TOutput>(output: TOutput): Succeeded<TOutput>;
function success(output: unknown = null): Succeeded {
  return { kind: 'succeeded', output };
}

/**
 * Builds results.
 *
 * @example
 * return JobResult.success({ file: 'report.csv' });
 * return JobResult.failure({ error, retry: true, delay: '5m' });
 */
export const JobResult = Object.freeze({
  /** Done; `output` is stored. */
  success,
  /** Not done; runs again if `retry` is true and retries are left. */
  failure: ({ error, retry = true, delay }: FailureOptions): Failed => ({
    kind: 'failed',
    error,
    retry,
    delay: delay ?? null,
  }),
  /** No longer wanted; neither success nor failure. */
  cancelled: (reason: string | null = null): Cancelled => ({ kind: 'cancelled', reason }),
  /** Not now: runs again after the delay, without using up a retry. */
  snoozed: (delay: DurationInput, reason: string | null = null): Snoozed => ({
    kind: 'snoozed',
    delay,
    reason,
  }),
  /** Cannot succeed and needs nobody's attention: no retry, no dead letter. */
  discarded: (reason: string | null = null): Discarded => ({ kind: 'discarded', reason }),
});

const KINDS: ReadonlySet<unknown> = new Set(['succeeded', 'failed', 'cancelled', 'snoozed', 'discarded']);

export function isJobResult(value: unknown): value is JobResult {
  return typeof value === 'object' && value !== null && KINDS.has((value as { kind?: unknown }).kind);
}
