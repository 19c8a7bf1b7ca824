import { type CallerTransaction, QuotaExceeded } from '@scheduler/contracts';
import type { CountedQuota, TenantUsageRepository } from '@scheduler/contracts/adapter';

/** What is to be added to what a tenant has. */
export interface Addition {
  readonly tenant: string;
  readonly of: CountedQuota;
  readonly limit: number;
  /** How many are to be added. */
  readonly count: number;
}

/** A count that several calls may wait for. */
interface Counting {
  readonly limit: number;
  /** How many additions of this process were over when it began. */
  readonly endedBefore: number;
  readonly stored: Promise<number>;
}

/**
 * Holds one quota of one tenant. What is stored is counted, and what this process is adding meanwhile is taken into account, so that the calls
 * of one process cannot exceed a quota together: near it, a call waits for those before it, and counts again. Other processes are not asked.
 */
export class QuotaCount {
  /** How many additions were ever admitted, and how many of them are over, stored or not. */
  private admitted = 0;
  private ended = 0;
  private readonly writing = new Set<Promise<unknown>>();
  private counting: Counting | null = null;
  private calls = 0;

  constructor(private readonly usage: TenantUsageRepository) {}

  get isIdle(): boolean {
    return this.calls === 0;
  }

  async admit<T>(addition: Addition, write: () => Promise<T>): Promise<T> {
    this.calls += 1;
    try {
      await this.findRoom(addition);
      return await this.tracked(addition.count, write);
    } finally {
      this.calls -= 1;
    }
  }

  /** Nothing may be awaited between its last decision and the moment at which the addition is tracked. */
  private async findRoom(addition: Addition): Promise<void> {
    for (let mayJoin = true; ; mayJoin = false) {
      const { counting, isOwn } = this.count(addition, mayJoin);
      const stored = await counting.stored;
      // Each of those may be counted already or not.
      const uncertain = this.admitted - counting.endedBefore;
      if (stored + uncertain + addition.count <= addition.limit) {
        this.admitted += addition.count;
        return;
      }
      // A count that began before this call may be older than what made room for it.
      if (isOwn && (uncertain === 0 || stored + addition.count > addition.limit))
        throw exceeded(addition, stored);
      if (isOwn && this.writing.size > 0) await Promise.race(this.writing);
    }
  }

  private count(addition: Addition, mayJoin: boolean): { counting: Counting; isOwn: boolean } {
    if (mayJoin && this.counting?.limit === addition.limit) return { counting: this.counting, isOwn: false };
    const counting = {
      limit: addition.limit,
      endedBefore: this.ended,
      stored: storedOf(this.usage, addition),
    };
    this.counting = counting;
    const forget = () => {
      if (this.counting === counting) this.counting = null;
    };
    counting.stored.then(forget, forget);
    return { counting, isOwn: true };
  }

  private async tracked<T>(count: number, write: () => Promise<T>): Promise<T> {
    // Whatever it throws at once is an end of it, too.
    const writing = Promise.resolve().then(write);
    const over = writing.then(
      () => undefined,
      () => undefined,
    );
    this.writing.add(over);
    try {
      return await writing;
    } finally {
      this.writing.delete(over);
      this.ended += count;
    }
  }
}

/** Refuses what the transaction of a caller would add beyond the quota. It waits for nobody, since others may wait for that transaction. */
export async function checkInTransaction(
  usage: TenantUsageRepository,
  addition: Addition,
  transaction: CallerTransaction,
): Promise<void> {
  const stored = await storedOf(usage, addition, transaction);
  if (stored + addition.count > addition.limit) throw exceeded(addition, stored);
}

function storedOf(
  usage: TenantUsageRepository,
  { tenant, of, limit }: Addition,
  transaction?: CallerTransaction,
): Promise<number> {
  return usage.count({ tenant, of, upTo: limit, ...(transaction === undefined ? {} : { transaction }) });
}

function exceeded({ tenant, of, limit, count }: Addition, current: number): QuotaExceeded {
  return new QuotaExceeded({ tenant, quota: of, limit, current, requested: count });
}
