import type { TokenBucket } from '../limits/token-bucket.js';

/** The token buckets of all nodes. Time is the store's own. */
export interface RateLimitRepository {
  /** Takes the same number of tokens from every bucket, in one step: as many as all of them have, up to what is wanted. */
  acquire(request: AcquireTokens): Promise<AcquiredTokens>;
  /** What was acquired and not used. */
  giveBack(request: { readonly tokens: readonly BucketTokens[] }): Promise<void>;
  /** In the order of the buckets. */
  status(request: { readonly buckets: readonly TokenBucket[] }): Promise<readonly BucketStatus[]>;
}

export interface AcquireTokens {
  /** At least one, and none twice. */
  readonly buckets: readonly TokenBucket[];
  readonly wanted: number;
  /** Fewer than that are of no use: then none is taken. */
  readonly least: number;
}

export interface AcquiredTokens {
  readonly granted: number;
  /** Until `least` tokens are in all buckets, if nobody else takes them. 0: they are. */
  readonly retryAfterMs: number;
  /** Whole tokens that are now in the emptiest of the buckets. */
  readonly left: number;
}

export interface BucketTokens {
  readonly bucket: TokenBucket;
  readonly count: number;
}

export interface BucketStatus {
  readonly key: string;
  /** With fractions: the next one is on its way. */
  readonly tokens: number;
}
