import type { ExecutionTimedOut, JsonValue } from '@scheduler/contracts';

/** How an attempt came to its end, before anything is decided about it. Delays are milliseconds. */
export type AttemptEnd =
  | { readonly kind: 'succeeded'; readonly output: JsonValue }
  | {
      readonly kind: 'failed';
      readonly error: unknown;
      readonly retry: boolean;
      readonly delayMs: number | null;
      /** True: the handler wants the retry, whatever the error looks like. */
      readonly forceRetry?: boolean;
    }
  | { readonly kind: 'snoozed'; readonly delayMs: number; readonly reason: string | null }
  | { readonly kind: 'discarded'; readonly reason: string | null }
  | { readonly kind: 'cancelled'; readonly reason: string | null }
  | { readonly kind: 'timed_out'; readonly error: ExecutionTimedOut }
  | { readonly kind: 'interrupted'; readonly reason: string }
  /** It could not be started; another node may know better. */
  | { readonly kind: 'handler_not_found'; readonly error: unknown }
  /** It could not be started, and no retry will help. */
  | { readonly kind: 'payload_invalid'; readonly error: unknown }
  /** The lease is gone: whatever happened, it is not ours to record. */
  | { readonly kind: 'lost' };
