import {
  type AcquiredTokens,
  type AcquireTokens,
  type BucketStatus,
  type BucketTokens,
  type FullAtUs,
  grantedTokens,
  takeTokens,
  type TokenBucket,
  tokenGapUs,
  tokensIn,
  untilTokens,
} from '@scheduler/contracts/adapter';
import { deleteOwned } from './delete-owned.js';

/** Token buckets by their keys. A bucket that was never used is full. */
export class BucketTable {
  private readonly fullAt = new Map<string, FullAtUs>();

  acquire({ buckets, wanted, least }: AcquireTokens, nowUs: number): AcquiredTokens {
    const available = Math.min(...buckets.map((bucket) => tokensIn(bucket, this.fullAtUs(bucket), nowUs)));
    const granted = grantedTokens(available, wanted, least);
    for (const bucket of buckets) {
      const fullAtUs = takeTokens(bucket, granted, { fullAtUs: this.fullAtUs(bucket), nowUs });
      this.fullAt.set(bucket.key, fullAtUs);
    }
    const waits = buckets.map((bucket) =>
      untilTokens(bucket, least, { fullAtUs: this.fullAtUs(bucket), nowUs }),
    );
    return { granted, retryAfterMs: Math.max(...waits), left: Math.floor(available) - granted };
  }

  giveBack(tokens: readonly BucketTokens[]): void {
    for (const { bucket, count } of tokens)
      this.fullAt.set(bucket.key, this.fullAtUs(bucket) - count * tokenGapUs(bucket));
  }

  status(buckets: readonly TokenBucket[], nowUs: number): readonly BucketStatus[] {
    return buckets.map((bucket) => ({
      key: bucket.key,
      tokens: tokensIn(bucket, this.fullAtUs(bucket), nowUs),
    }));
  }

  fill(buckets: readonly TokenBucket[]): void {
    for (const { key } of buckets) this.fullAt.delete(key);
  }

  deleteOf(tenant: string): number {
    return deleteOwned(this.fullAt, tenant);
  }

  private fullAtUs({ key }: TokenBucket): FullAtUs {
    return this.fullAt.get(key) ?? 0;
  }
}
