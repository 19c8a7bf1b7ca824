import type { ExecutionError } from './execution.js';
import type { ReasonCode } from '../states/execution-status.js';
import type { JsonValue } from '../values/json.js';

/** The decision about the end of an attempt, by result, attempt and policy. Delays are relative to the time of the store. */
export type Outcome =
  | { readonly kind: 'succeeded'; readonly output: JsonValue }
  /** Ends after a failure. `deadLetterQueue` null: no dead letter. */
  | {
      readonly kind: 'failed';
      readonly status: 'failed' | 'timeout';
      readonly error: ExecutionError;
      readonly reason: ReasonCode;
      readonly deadLetterQueue: string | null;
    }
  /** Runs again after a failure. */
  | {
      readonly kind: 'retry';
      readonly status: 'failed' | 'timeout';
      readonly error: ExecutionError;
      readonly delayMs: number;
    }
  /** Runs again, and the attempt does not count. */
  | { readonly kind: 'snoozed'; readonly delayMs: number; readonly reason: string | null }
  /** Goes back to its queue because its node stops, and the attempt does not count. */
  | { readonly kind: 'interrupted'; readonly reason: string }
  /** Goes back to its queue because it was never started, as if it had not been claimed. */
  | { readonly kind: 'unstarted' }
  /** Goes back to its queue for some time because a policy does not allow it now. It was never started, and the attempt does not count. */
  | {
      readonly kind: 'deferred';
      readonly delayMs: number;
      readonly reason: ReasonCode;
      readonly message: string | null;
    }
  | { readonly kind: 'cancelled'; readonly reason: string | null }
  | { readonly kind: 'discarded'; readonly reason: string | null };

export type OutcomeKind = Outcome['kind'];
