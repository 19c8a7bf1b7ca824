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
  private readonly taken: Promise<boolean>;

  constructor(
    private readonly guess: TokenPrediction,
    private readonly parts: PrefetchedTokensParts,
  ) {
    this.taken = parts.acquire(guess).then(
      ({ granted }) => granted === guess.count,
      // Who would use them asks again, and hears of it.
      () => false,
    );
  }

  expects(ofType: readonly ScopedBucket[]): boolean {
    return this.guess.ofType === ofType;
  }

  /** They are needed, those of the type not for so many that are of other types. False: nothing was taken. */
  async use(others: number): Promise<boolean> {
    if (!(await this.taken)) return false;
    if (others > 0) await this.parts.giveBack(this.guess.ofType, others);
    return true;
  }

  /** So many are not needed. */
  async release(count: number): Promise<void> {
    if (await this.taken) await this.parts.giveBack([...this.guess.ofType, ...this.guess.ofQueue], count);
  }
}
