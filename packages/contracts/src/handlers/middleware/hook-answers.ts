import type { DurationInput } from '../../values/duration.js';

export interface Halt {
  readonly kind: 'halt';
  readonly reason: string;
}

/** How a hook handles an error. */
export type ErrorAnswer =
  /** Another error replaces it. */
  | { readonly kind: 'error'; readonly error: unknown }
  /** The attempt is retried while retries are left, whatever the class of the error. */
  | { readonly kind: 'retry'; readonly reason: string; readonly delay: DurationInput | null }
  /** The attempt ends as discarded: no retry, no dead letter. */
  | { readonly kind: 'ignore'; readonly reason: string };

/**
 * Builds the answers of hooks that change how an attempt goes on.
 *
 * @example
 * onError: (_job, _context, error) => (isDuplicate(error) ? hook.ignore('sent before') : undefined),
 */
export const hook = Object.freeze({
  halt: (reason: string): Halt => ({ kind: 'halt', reason }),
  error: (error: unknown): ErrorAnswer => ({ kind: 'error', error }),
  /** Without a delay the backoff of the policy decides. */
  retry: (reason: string, delay: DurationInput | null = null): ErrorAnswer => ({
    kind: 'retry',
    reason,
    delay,
  }),
  ignore: (reason: string): ErrorAnswer => ({ kind: 'ignore', reason }),
});
