import type { AcquiredTokens } from '@scheduler/contracts/adapter';
import type { ScopedBucket } from './rate-limit-buckets.js';

export interface TokenPrediction {
  readonly ofQueue: readonly ScopedBucket[];
  /** The buckets of the type that is expected. */
  readonly ofType: readonly ScopedBucket[];
  readonly count: number;
}

export interface PrefetchedTokensParts {
  /** Acquires all of the tokens, or none. */
  readonly acquire: (prediction: TokenPrediction) => Promise<AcquiredTokens>;
  readonly giveBack: (buckets: readonly ScopedBucket[], count: number) => Promise<void>;
}

/** The tokens for one claim in flight. */
export class PrefetchedTokens {
  private readonly acquired: Promise<boolean>;

  constructor(
    private readonly prediction: TokenPrediction,
    private readonly parts: PrefetchedTokensParts,
  ) {
    this.acquired = parts.acquire(prediction).then(
      ({ granted }) => granted === prediction.count,
      // The gate acquires them again after the claim, and that error is thrown.
      () => false,
    );
  }

  expects(ofType: readonly ScopedBucket[]): boolean {
    return this.prediction.ofType === ofType;
  }

  /** Uses the tokens, and gives back those of the type for `others` executions of other types. False: nothing was acquired. */
  async use(others: number): Promise<boolean> {
    if (!(await this.acquired)) return false;
    if (others > 0) await this.parts.giveBack(this.prediction.ofType, others);
    return true;
  }

  /** Gives back tokens for so many executions. */
  async release(count: number): Promise<void> {
    if (await this.acquired)
      await this.parts.giveBack([...this.prediction.ofType, ...this.prediction.ofQueue], count);
  }
}
