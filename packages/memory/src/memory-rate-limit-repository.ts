import type {
  AcquiredTokens,
  AcquireTokens,
  BucketStatus,
  BucketTokens,
  RateLimitRepository,
  TokenBucket,
} from '@scheduler/contracts/adapter';
import { BucketTable } from './tables/bucket-table.js';
import type { StoreClock } from './database/memory-database.js';

/** Token buckets in memory, shared by the nodes of one process. */
export class MemoryRateLimitRepository implements RateLimitRepository {
  private readonly buckets = new BucketTable();

  constructor(private readonly clock: StoreClock) {}

  async acquire(request: AcquireTokens): Promise<AcquiredTokens> {
    return this.buckets.acquire(request, this.nowUs());
  }

  async giveBack({ tokens }: { readonly tokens: readonly BucketTokens[] }): Promise<void> {
    this.buckets.giveBack(tokens);
  }

  async status({ buckets }: { readonly buckets: readonly TokenBucket[] }): Promise<readonly BucketStatus[]> {
    return this.buckets.status(buckets, this.nowUs());
  }

  async reset({ buckets }: { readonly buckets: readonly TokenBucket[] }): Promise<void> {
    this.buckets.fill(buckets);
  }

  async deleteOfTenant({ tenant }: { readonly tenant: string }): Promise<number> {
    return this.buckets.deleteOf(tenant);
  }

  private nowUs(): number {
    return this.clock.now().getTime() * 1_000;
  }
}
