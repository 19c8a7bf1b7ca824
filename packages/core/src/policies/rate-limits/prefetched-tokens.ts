import type { AcquiredTokens } from '@scheduler/contracts/adapter';
import type { ScopedBucket } from './rate-limit-buckets.js';

export interface TokenPrediction {
  readonly ofQueue: readonly ScopedBucket[];
  /** Of the type that is expected. */
  readonly ofType: readonly ScopedBucket[];
  readonly count: number;
}

export interface PrefetchedTokensParts {
  /** All of the tokens, or none. */
  readonly acquire: (guess: TokenPrediction) => Promise<AcquiredTokens>;
  readonly giveBack: (buckets: readonly ScopedBucket[], count: number) => Promise<void>;
}

/** Tokens for one claim that is under way. */
export class PrefetchedTokens {
  private readonly acquired: Promise<boolean>;

  constructor(
    private readonly prediction: TokenPrediction,
    private readonly parts: PrefetchedTokensParts,
  ) {
    this.acquired = parts.acquire(prediction).then(
      ({ granted }) => granted === prediction.count,
      // Who would use them asks again, and hears of it.
      () => false,
    );
  }

  expects(ofType: readonly ScopedBucket[]): boolean {
    return this.prediction.ofType === ofType;
  }

  /** They are needed, those of the type not for so many that are of other types. False: nothing was taken. */
  async use(others: number): Promise<boolean> {
    if (!(await this.acquired)) return false;
    if (others > 0) await this.parts.giveBack(this.prediction.ofType, others);
    return true;
  }

  /** So many are not needed. */
  async release(count: number): Promise<void> {
    if (await this.acquired) await this.parts.giveBack([...this.prediction.ofType, ...this.prediction.ofQueue], count);
  }
}
