import { ResultInvalid } from '../errors/errors.js';
import {
  accepting,
  anything,
  type Check,
  duration,
  fields,
  flag,
  nullable,
  optional,
} from '../input/check.js';
import { checkInput } from '../input/check-input.js';
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

const given: Check = accepting(
  (value) => value !== undefined,
  'is missing',
  'an Error, or whatever went wrong',
);
const reasonGiven: Check = nullable(
  accepting((value) => typeof value === 'string', 'is not a text', 'a text, or null'),
);
const FAILURE: Check = fields(
  { error: given, retry: optional(flag), delay: optional(nullable(duration())) },
  "{ error, retry, delay }, such as JobResult.failure({ error: new Error('boom') })",
);

function checked(value: unknown, check: Check, field: string): void {
  checkInput({ value, check, field, error: ResultInvalid });
}

/**
 * Builds results. What cannot be part of a result is refused with ResultInvalid.
 *
 * @example
 * return JobResult.success({ file: 'report.csv' });
 * return JobResult.failure({ error, retry: true, delay: '5m' });
 */
export const JobResult = Object.freeze({
  /** The work is done; `output` is stored. */
  success,
  /** The work failed; it runs again if `retry` is true and retries are left. */
  failure: (options: FailureOptions): Failed => {
    checked(options, FAILURE, 'failure');
    const { error, retry = true, delay } = options;
    return { kind: 'failed', error, retry, delay: delay ?? null };
  },
  /** The work is no longer wanted: neither a success nor a failure. */
  cancelled: (reason: string | null = null): Cancelled => {
    checked(reason, reasonGiven, 'reason');
    return { kind: 'cancelled', reason };
  },
  /** The work runs again after the delay, without using up a retry. */
  snoozed: (delay: DurationInput, reason: string | null = null): Snoozed => {
    checked(delay, duration(), 'delay');
    checked(reason, reasonGiven, 'reason');
    return { kind: 'snoozed', delay, reason };
  },
  /** The work cannot succeed and needs no attention: no retry, no dead letter. */
  discarded: (reason: string | null = null): Discarded => {
    checked(reason, reasonGiven, 'reason');
    return { kind: 'discarded', reason };
  },
});

/** The fields of each kind of result; those that a literal leaves out have the default of their builder. */
const KINDS: Readonly<Record<JobResult['kind'], Check>> = {
  succeeded: fields({ kind: anything, output: anything }),
  failed: fields({
    kind: anything,
    error: given,
    retry: optional(flag),
    delay: optional(nullable(duration())),
  }),
  snoozed: fields({ kind: anything, delay: duration(), reason: optional(reasonGiven) }),
  cancelled: fields({ kind: anything, reason: optional(reasonGiven) }),
  discarded: fields({ kind: anything, reason: optional(reasonGiven) }),
};

/** Whether a value says by its `kind` that it is a result. Any other value that a handler returns is its output. */
export function isJobResult(value: unknown): value is JobResult {
  if (typeof value !== 'object' || value === null) return false;
  const { kind } = value as { readonly kind?: unknown };
  return typeof kind === 'string' && Object.hasOwn(KINDS, kind);
}

/** Throws ResultInvalid where a result has fields that its kind does not know, or values that they cannot have. */
export function checkJobResult(result: JobResult, field: string): void {
  // What `JobResult.success` makes, which is by far the most frequent.
  if (result.kind === 'succeeded' && 'output' in result && Object.keys(result).length === 2) return;
  checked(result, KINDS[result.kind], field);
}
