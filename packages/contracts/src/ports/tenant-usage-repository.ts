import type { CallerTransaction } from '../values/caller-transaction.js';

/** What a quota counts: jobs that have not ended, executions that wait, runs of workflows that have not ended. */
export type CountedQuota = 'jobs' | 'waiting' | 'workflows';

/** How much tenants have, so that quotas can be held. Every count is answered by an index of what is counted, or by a counter. */
export interface TenantUsageRepository {
  /** What the tenant has now, or `upTo` where it is more: counting stops there. */
  count(request: CountTenantUsage): Promise<number>;
}

export interface CountTenantUsage {
  readonly tenant: string;
  readonly of: CountedQuota;
  /** 1 or more. */
  readonly upTo: number;
  /** What was written in it is counted too. */
  readonly transaction?: CallerTransaction | undefined;
}
