/** An instant in a request: a Date, or a text in ISO 8601 with its offset or `Z`. */
export type Instant = Date | string;

/** One value of a filter, or several of which one has to match. */
export type OneOrMore<T> = T | readonly T[];

/** What every call takes, after its arguments. */
export interface CallOptions {
  /** Ends the call, with its repetitions. It rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
  /** How long one attempt may take. Default: that of the client. */
  readonly timeoutMs?: number;
  /** How often and how soon a call is repeated; `false`: never. Default: that of the client. */
  readonly retry?: RetryOptions | false;
  /** Headers of this call, beside those of the client. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a call takes that changes something. */
export interface WriteOptions extends CallOptions {
  /**
   * What makes the write happen once, however often it is sent. Default: a new key for each call, kept while it is repeated. Give your own
   * where your program may repeat the call; `false` sends none, and then the call is not repeated.
   */
  readonly idempotencyKey?: string | false;
}

/** What a write of a job takes. */
export interface GuardedWriteOptions extends WriteOptions {
  /** Changes nothing, with 412, unless the job has this revision still: the job as it was read, its revision, or its `ETag`. */
  readonly ifMatch?: { readonly revision: number } | number | string;
}

/** How often and how soon a call is repeated that may be repeated. */
export interface RetryOptions {
  /** Attempts after the first. Default: 3. */
  readonly maxRetries?: number;
  /** The delay before the first repetition; it doubles with each. Half of it is drawn at random. Default: 200 ms. */
  readonly delayMs?: number;
  /** The longest delay. A server that asks for a longer one with `Retry-After` is not waited for. Default: 30 s. */
  readonly maxDelayMs?: number;
}
