import { HttpError } from '../problems/http-error.js';

export interface RequestRateOptions {
  /** How many requests a principal may send in a minute, on average. */
  readonly perMinute: number;
  /** How many at once, after a pause. */
  readonly burst: number;
  readonly monotonicMs: () => number;
}

interface Bucket {
  readonly tokens: number;
  readonly at: number;
}

/** The buckets that are kept at once. The one that was used longest ago is forgotten first, which only makes it full again. */
const MOST_BUCKETS = 10_000;
const MINUTE_MS = 60_000;

/** Limits the requests of each principal on this node. */
export class RequestRate {
  private readonly buckets = new Map<string, Bucket>();

  constructor(private readonly options: RequestRateOptions) {}

  /** Throws a problem 429 with `Retry-After` if the principal has used up its requests. */
  take(principal: string): void {
    const { perMinute, burst } = this.options;
    const now = this.options.monotonicMs();
    const before = this.buckets.get(principal) ?? { tokens: burst, at: now };
    const tokens = Math.min(burst, before.tokens + ((now - before.at) * perMinute) / MINUTE_MS);
    this.buckets.delete(principal);
    this.buckets.set(principal, { tokens: tokens >= 1 ? tokens - 1 : tokens, at: now });
    this.forgetOldest();
    if (tokens >= 1) return;
    const waitMs = ((1 - tokens) * MINUTE_MS) / perMinute;
    throw new HttpError(429, 'RATE_LIMITED', 'too many requests; wait as long as Retry-After says', {
      headers: { 'retry-after': String(Math.max(1, Math.ceil(waitMs / 1_000))) },
    });
  }

  private forgetOldest(): void {
    if (this.buckets.size <= MOST_BUCKETS) return;
    const [oldest] = this.buckets.keys();
    if (oldest !== undefined) this.buckets.delete(oldest);
  }
}
