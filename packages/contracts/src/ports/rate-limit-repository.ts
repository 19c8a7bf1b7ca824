import type { TokenBucket } from '../limits/token-bucket.js';

/** The token buckets of all nodes. Time is the store's own. */
export interface RateLimitRepository {
  /** Takes the same number of tokens from every bucket, in one step: as many as all of them have, up to what is wanted. */
  acquire(request: AcquireTokens): Promise<AcquiredTokens>;
  /** Returns tokens that were acquired and not used. */
  giveBack(request: { readonly tokens: readonly BucketTokens[] }): Promise<void>;
  /** The status of buckets, in the order of the request. */
  status(request: { readonly buckets: readonly TokenBucket[] }): Promise<readonly BucketStatus[]>;
  /** Fills buckets, as if none of their tokens had ever been taken. */
  reset(request: { readonly buckets: readonly TokenBucket[] }): Promise<void>;
  /** Deletes the buckets of a tenant, whose keys begin with `ownedPrefix(tenant)`. Returns how many. */
  deleteOfTenant(request: { readonly tenant: string }): Promise<number>;
}

export interface AcquireTokens {
  /** At least one bucket, and none twice. */
  readonly buckets: readonly TokenBucket[];
  readonly wanted: number;
  /** The fewest tokens that are of use: with fewer, none is taken. */
  readonly least: number;
}

export interface AcquiredTokens {
  readonly granted: number;
  /** The time until all buckets have `least` tokens, if nobody else takes them. 0: they have. */
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
  /** The tokens in the bucket, with fractions. */
  readonly tokens: number;
}
