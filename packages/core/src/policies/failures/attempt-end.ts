import type { ExecutionTimedOut, JsonValue } from '@scheduler/contracts';

/** How an attempt ended, before anything is decided about it. */
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
  /** The attempt could not be started; another node may have the handler. */
  | { readonly kind: 'handler_not_found'; readonly error: unknown }
  /** The attempt could not be started, and no retry will help. */
  | { readonly kind: 'payload_invalid'; readonly error: unknown }
  /** The lease is lost, so that another node records what becomes of the execution. */
  | { readonly kind: 'lost' };
