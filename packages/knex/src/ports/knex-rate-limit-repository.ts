import type {
  AcquiredTokens,
  AcquireTokens,
  BucketStatus,
  BucketTokens,
  RateLimitRepository,
  TokenBucket,
} from '@scheduler/contracts/adapter';
import type { Database } from '../database/database.js';
import { deleteOwned } from '../queries/delete-of-tenant.js';
import { acquireTokens, bucketStatus, fillBuckets, giveBackTokens } from '../queries/rate-limits.js';

export class KnexRateLimitRepository implements RateLimitRepository {
  constructor(private readonly database: Database) {}

  acquire(request: AcquireTokens): Promise<AcquiredTokens> {
    return acquireTokens(this.database, request);
  }

  giveBack({ tokens }: { readonly tokens: readonly BucketTokens[] }): Promise<void> {
    return giveBackTokens(this.database, tokens);
  }

  status({ buckets }: { readonly buckets: readonly TokenBucket[] }): Promise<readonly BucketStatus[]> {
    return bucketStatus(this.database, buckets);
  }

  reset({ buckets }: { readonly buckets: readonly TokenBucket[] }): Promise<void> {
    return fillBuckets(this.database, buckets);
  }

  deleteOfTenant({ tenant }: { readonly tenant: string }): Promise<number> {
    return deleteOwned(this.database, this.database.tables.rateLimits, tenant);
  }
}
