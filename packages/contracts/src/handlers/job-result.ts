import type { DurationInput } from '../values/duration.js';

export interface Succeeded<TOutput = unknown> {
  readonly kind: 'succeeded';
  /** JSON that is stored with the execution. */
  readonly output: TOutput;
}

export interface Failed {
  readonly kind: 'failed';
  readonly error: unknown;
  /** Whether the handler wants a retry, which happens while retries are left. */
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
  /** Default: true. */
  readonly retry?: boolean;
  /** Overrides the backoff of the policy. */
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
  /** The work is done; `output` is stored. */
  success,
  /** The work failed; it runs again if `retry` is true and retries are left. */
  failure: ({ error, retry = true, delay }: FailureOptions): Failed => ({
    kind: 'failed',
    error,
    retry,
    delay: delay ?? null,
  }),
  /** The work is no longer wanted: neither a success nor a failure. */
  cancelled: (reason: string | null = null): Cancelled => ({ kind: 'cancelled', reason }),
  /** The work runs again after the delay, without using up a retry. */
  snoozed: (delay: DurationInput, reason: string | null = null): Snoozed => ({
    kind: 'snoozed',
    delay,
    reason,
  }),
  /** The work cannot succeed and needs no attention: no retry, no dead letter. */
  discarded: (reason: string | null = null): Discarded => ({ kind: 'discarded', reason }),
});

const KINDS: ReadonlySet<unknown> = new Set(['succeeded', 'failed', 'cancelled', 'snoozed', 'discarded']);

export function isJobResult(value: unknown): value is JobResult {
  return typeof value === 'object' && value !== null && KINDS.has((value as { kind?: unknown }).kind);
}
